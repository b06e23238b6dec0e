/** Yarn's Plug'n'Play: packages lie in archives, and a file of the project teaches Node to read them. There is no node_modules. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { upwards } from './upwards.ts';

const MAX_MS = 30_000;
/** Prints the folder of a package and its package.json; Node can read neither before Yarn's file is loaded. */
const FIND = `
  const [name, from] = process.argv.slice(1);
  const folder = require('pnpapi').resolveToUnqualified(name, from + '/');
  console.log(JSON.stringify([folder, require('fs').readFileSync(folder + '/package.json', 'utf8')]));
`;

/** The file that Node has to load first, null where the project has none. */
export function plugNPlayFile(folder: string): string | null {
  const home = upwards(folder).find((parent) => existsSync(join(parent, '.pnp.cjs')));
  return home === undefined ? null : join(home, '.pnp.cjs');
}

/** For every process that reads the project's packages, as `yarn run` sets it. */
export function plugNPlayEnvironment(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const file = plugNPlayFile(folder);
  if (file === null) return {};
  const loader = join(file, '..', '.pnp.loader.mjs');
  const options = [
    env.NODE_OPTIONS ?? '',
    `--require ${JSON.stringify(file)}`,
    existsSync(loader) ? `--experimental-loader ${pathToFileURL(loader).href}` : '',
  ];
  return { NODE_OPTIONS: options.filter(Boolean).join(' ') };
}

/** Where a package lies and the text of its manifest; null where the folder does not depend on it. Asked in a process of its own, because the file is the project's. */
export function plugNPlayPackage(
  name: string,
  folder: string,
): { readonly place: string; readonly manifest: string } | null {
  const file = plugNPlayFile(folder);
  if (file === null) return null;
  try {
    const args = ['--require', file, '--eval', FIND, name, folder];
    const said = execFileSync(process.execPath, args, {
      encoding: 'utf8',
      timeout: MAX_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [place, manifest] = JSON.parse(said) as [string, string];
    return { place, manifest };
  } catch (error) {
    // Yarn throws for what the folder does not depend on.
    if ((error as { status?: number | null }).status === undefined) throw error;
    return null;
  }
}
