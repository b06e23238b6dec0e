/** Other versions of Node for our own tests, from the packages that hold its programs. */
import { join } from 'node:path';
import { npmTools } from './npm-tools.mjs';

/** The oldest that is supported, and the newest of each line that is alive. */
export const NODE_VERSIONS = ['20.11.1', '22.23.3', '24.21.0', '26.10.0'];

/** The path of `node` in this version; installed on the first call. */
export async function nodeVersion(version) {
  const name = `node-linux-${process.arch}`;
  return join(await npmTools({ [name]: version }), 'node_modules', name, 'bin', 'node');
}
