/** Other versions of Node for our own tests, from the npm packages that contain its binaries. */
import { join } from 'node:path';
import { npmTools } from './npm-tools.mjs';

export { NODE_VERSIONS } from './node-versions.mjs';

/** The path of `node` in this version; installed on the first call. */
export async function nodeVersion(version) {
  const name = `node-linux-${process.arch}`;
  return join(await npmTools({ [name]: version }), 'node_modules', name, 'bin', 'node');
}
