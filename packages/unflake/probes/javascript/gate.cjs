/**
 * Where a process that was started early waits to be let in, with its runner loaded. What it is to run is written only when the gate opens,
 * so nothing of the selection or of the project may be read before.
 */
'use strict';

const { closeSync, readSync, writeSync } = require('node:fs');

/** The word of whoever opens the gate for one that may come back. */
const RETURN = 'r';

/**
 * Does not wait where there is no gate. Blocks: nothing else is to happen meanwhile. Gives the way back, for one that has been asked to
 * come back; else null.
 */
function waitAtGate() {
  const { UNFLAKE_GATE } = process.env;
  if (UNFLAKE_GATE === undefined) return null;
  // Neither the tests nor what they start may see it.
  delete process.env.UNFLAKE_GATE;
  return letIn(Number(UNFLAKE_GATE), '.');
}

function letIn(gate, said) {
  writeSync(gate, said);
  const word = Buffer.alloc(1);
  // Whoever would have opened it is gone.
  if (readSync(gate, word) === 0) process.exit(0);
  if (word.toString() === RETURN) return { comeBack: (exitCode) => letIn(gate, Buffer.of(exitCode)) };
  closeSync(gate);
  return null;
}

module.exports = { waitAtGate };
