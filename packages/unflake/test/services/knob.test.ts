import { type KnobArm, knobContract } from '../contract/knob.ts';

/** An ordinary user: no rights beyond their own, and none available. */
const ORDINARY: KnobArm = {
  name: 'an ordinary user without capabilities',
  as: [
    ...['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs'],
    ...['--inh-caps=-all', '--bounding-set=-all', '--'],
    // The home of whoever runs the suite is not theirs to read.
    ...['env', 'HOME=/nonexistent', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
  ],
  // How far a knob turns does not depend on who turns it; whether it turns does.
  settings: 'strongest',
};

const SELF: KnobArm = { name: process.getuid?.() === 0 ? 'root' : 'this user', as: [], settings: 'every' };

knobContract(SELF);
// Who is not root is that user already.
if (process.getuid?.() === 0) knobContract(ORDINARY);
