/** The prefix that starts a command with only the loopback network, tested before use. */
import { programOutput } from './programs.ts';

const LOOPBACK_UP = 'ip link set lo up && exec "$@"';
/** The user stays the same; privileges of the new namespace are dropped before the command starts. */
const AND_NO_RIGHTS =
  'ip link set lo up && exec setpriv --inh-caps=-all --ambient-caps=-all --bounding-set=-all -- "$@"';

const FOR_ROOT = ['unshare', '--net', '--', 'sh', '-c', LOOPBACK_UP, 'sh'] as const;
const FOR_OTHERS = [
  ...['unshare', '--map-current-user', '--net', '--keep-caps', '--'],
  ...['sh', '-c', AND_NO_RIGHTS, 'sh'],
] as const;

export function offlineWords(): readonly string[] | null {
  if (process.platform !== 'linux') return null;
  const words = process.getuid?.() === 0 ? FOR_ROOT : FOR_OTHERS;
  const [program, ...args] = words;
  return programOutput(program, [...args, 'true']) === undefined ? null : words;
}
