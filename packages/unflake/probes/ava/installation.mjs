/** Finds AVA and its class that runs files; the location of both has changed over time. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder of AVA's package. Its script is at the top of it in AVA 3, and one folder deeper later. */
export function homeOf(script) {
  const folder = dirname(script);
  return existsSync(join(folder, 'lib/api.js')) ? folder : dirname(folder);
}

/** Calls `change` with the class before AVA uses it. */
export async function withApi(home, change) {
  const path = join(home, 'lib/api.js');
  if (existsSync(join(home, 'entrypoints'))) return change((await import(pathToFileURL(path).href)).default);
  // AVA 3 cannot load it before its colours are chosen.
  const require = createRequire(path);
  const chalk = require('./chalk');
  const { set } = chalk;
  chalk.set = (options) => {
    const chosen = set(options);
    change(require(path));
    return chosen;
  };
}
