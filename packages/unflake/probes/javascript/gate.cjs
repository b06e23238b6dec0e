/**
 * Where a process that was started early waits to be let in, with its runner loaded. What it is to run is written only when the gate opens,
 * so nothing of the selection or of the project may be read before.
 */
'use strict';

const { closeSync, readSync, writeSync } = require('node:fs');

/** Does not wait where there is no gate. Blocks: nothing else is to happen meanwhile. */
function waitAtGate() {
  const { UNFLAKE_GATE } = process.env;
  if (UNFLAKE_GATE === undefined) return;
  // Neither the tests nor what they start may see it.
  delete process.env.UNFLAKE_GATE;
  const gate = Number(UNFLAKE_GATE);
  writeSync(gate, '.');
  // Whoever would have opened it is gone.
  if (readSync(gate, Buffer.alloc(1)) === 0) process.exit(0);
  closeSync(gate);
}

module.exports = { waitAtGate };
