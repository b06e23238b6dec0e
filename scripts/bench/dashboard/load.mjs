/** Loads a file of the sources, whose tests have what seeds a store and opens a browser. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const TOP = fileURLToPath(new URL('../../..', import.meta.url));

export async function load(file) {
  const { module } = await runnerImport(join(TOP, 'packages/unflake', file), {
    configFile: false,
    resolve: { conditions: ['@unflake/source', 'node', 'import', 'module', 'default'] },
  });
  return module;
}
