/** The path of our small C program that starts others, alone (starter.ts) or as the guard of one (start-guarded.ts). */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildNative } from '../build-native.ts';

let path: string | null | undefined;

/** null where it cannot be built: Node starts everything itself then. */
export function starterProgram(): string | null {
  path ??= buildNative({
    name: 'starter',
    sources: fileURLToPath(new URL('../../../native/starter', import.meta.url)),
    options: ['-O2'],
    libraries: [],
    works: (built) => spawnSync(built, { stdio: ['ignore', 'ignore', 'ignore'] }).status === 0,
  });
  return path;
}
