/**
 * Where a process that was started ahead pauses, with its runner loaded. The selection is written only when it resumes, so neither the
 * selection nor the project may be read before.
 */
'use strict';

const { closeSync, readSync, writeSync } = require('node:fs');
const { serveForks } = require('./forks.cjs');

/** Sent on resume if the process may be reused. */
const RETURN = 'r';
/** Behind the number of the gate, if this process is there to be forked. */
const SERVES = '+';

/** Whether this process is there to be forked. */
const serves = () => process.env.UNFLAKE_GATE?.endsWith(SERVES) === true;

/**
 * Returns at once without a gate. Blocks, because nothing else may happen meanwhile. Returns the function that reports back for reuse, or
 * null. `betweenTrials`: of a process that is forked.
 */
function waitAtGate(betweenTrials) {
  const { UNFLAKE_GATE } = process.env;
  if (UNFLAKE_GATE === undefined) return null;
  // Hidden from the tests and their child processes.
  delete process.env.UNFLAKE_GATE;
  const gate = Number.parseInt(UNFLAKE_GATE, 10);
  if (!UNFLAKE_GATE.endsWith(SERVES)) return letIn(gate, '.');
  serveForks(gate, betweenTrials);
  return null;
}

function letIn(gate, said) {
  writeSync(gate, said);
  const word = Buffer.alloc(1);
  // The parent process is gone.
  if (readSync(gate, word) === 0) process.exit(0);
  if (word.toString() === RETURN) return { comeBack: (exitCode) => letIn(gate, Buffer.of(exitCode)) };
  closeSync(gate);
  return null;
}

module.exports = { serves, waitAtGate };
