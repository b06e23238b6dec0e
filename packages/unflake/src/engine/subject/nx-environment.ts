/** Nx would leave a server running and write its project graph into the project as soon as a configuration asks it for the projects. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { upwards } from './upwards.ts';

/** `cache`: an absolute folder outside the project. Empty where the project is not one of Nx. */
export function nxEnvironment(folder: string, cache: string): Readonly<Record<string, string>> {
  if (!upwards(folder).some((parent) => existsSync(join(parent, 'nx.json')))) return {};
  const place = join(cache, 'nx');
  return {
    NX_DAEMON: 'false',
    NX_CACHE_DIRECTORY: join(place, 'cache'),
    NX_WORKSPACE_DATA_DIRECTORY: join(place, 'workspace-data'),
  };
}
