/**
 * The user of the trial, if we are root: an unprivileged user, or root without its capabilities. Root may read everything, so a test of a
 * refusal fails as root and passes for everybody else.
 */
import type { Effect, Knob } from '../contract/knob.ts';
import { AS_IS, effectFrom } from './settings.ts';

/** `nobody` on every Linux. */
const ORDINARY_USER = 65534;

const EFFECTS: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ['root', {}],
  [
    'ordinary',
    {
      prefix: ['setpriv', `--reuid=${ORDINARY_USER}`, `--regid=${ORDINARY_USER}`, '--clear-groups', '--'],
      owner: ORDINARY_USER,
    },
  ],
  ['unprivileged', { prefix: ['setpriv', '--inh-caps=-all', '--bounding-set=-all', '--'] }],
  [AS_IS, { prefix: ['setpriv', '--reuid=0', '--'] }],
]);

const RIGHTS = `grep -q 'CapEff:.*[1-9a-f]' /proc/self/status && echo root || echo unprivileged`;

export const user = {
  name: 'user',
  cause: () => ({ family: 'external', kind: 'environment' }),
  shape: 'any',
  provoke: ({ ordinaryUser }) => [...(ordinaryUser === null ? ['ordinary'] : []), 'unprivileged'],
  pin: 'root',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  onlyForBroken: true,
  effect: (setting) => effectFrom('user', EFFECTS, setting),
  unavailable: ({ platform, root, tools }) => {
    if (platform !== 'linux' || !root)
      return { why: 'only root on Linux can run a trial as another user', enable: null };
    return tools.includes('setpriv') ? null : { why: 'setpriv is not installed', enable: 'apt-get install util-linux' };
  },
  lacks: ({ ordinaryUser }) => ordinaryUser,
  witness: (setting) => ({
    argv: ['sh', '-c', `[ "$(id -u)" = 0 ] || exec echo ordinary; ${RIGHTS}`],
    prints: setting,
  }),
} as const satisfies Knob;
