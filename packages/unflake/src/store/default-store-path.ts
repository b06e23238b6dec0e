/** The default location of cases: the state folder of the user, never the project. */
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';

export function defaultStorePath(root: string, env: Readonly<Record<string, string | undefined>>): string {
  const real = realpathSync(root);
  const xdg = env.XDG_STATE_HOME;
  // The XDG specification says to ignore relative paths.
  const state = xdg?.startsWith('/') === true ? xdg : join(env.HOME ?? homedir(), '.local', 'state');
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 12);
  const name = basename(real).replace(/[^\w.-]/g, '_') || 'root';
  return join(state, 'unflake', `${name}-${hash}`, 'store.db');
}
