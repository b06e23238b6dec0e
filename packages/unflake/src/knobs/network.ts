/** Whether there is a network beyond the loopback: removed by a namespace, or by our LD_PRELOAD library where none is available. */
import type { Knob } from '../contract/knob.ts';
import { shimCannot, throughShim } from './preloads.ts';
import { AS_IS, noSetting } from './settings.ts';

export const network = {
  name: 'network',
  cause: () => ({ family: 'external', kind: 'network' }),
  shape: 'any',
  provoke: () => ['off'],
  pin: 'on',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting, machine) => {
    if (setting === 'on') return {};
    if (setting === AS_IS) {
      return machine.offline === null ? throughShim({}, machine) : { prefix: ['sh', '-c', 'exec "$@"', 'sh'] };
    }
    if (setting !== 'off') throw noSetting('network', setting, 'on or off');
    return machine.offline === null ? throughShim({ UNFLAKE_NETWORK: 'off' }, machine) : { prefix: machine.offline };
  },
  unavailable: (machine) => {
    const refused = machine.offline === null ? shimCannot(machine) : null;
    if (refused === null) return null;
    const namespaces = 'apt-get install util-linux iproute2 && sysctl -w kernel.unprivileged_userns_clone=1';
    return { why: `no network namespace is available here; ${refused.why}`, enable: namespaces };
  },
  how: ({ offline }) => (offline === null ? 'by refusing connections in the C library' : 'by a network namespace'),
  witness: (setting, { preloads }) => ({
    argv: ['node', `${preloads}/witness/network.mjs`],
    prints: setting === 'off' ? 'loopback' : 'loopback outside',
  }),
} as const satisfies Knob;
