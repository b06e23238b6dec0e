/** Reports each test as it starts and ends, through AVA's own runner. Hooks and their test share a context. */
'use strict';

const { nowMs, problem, serializeError, write } = require('../javascript/stream.cjs');

/** Task in the runner → which execution of which test it is. */
const executions = new WeakMap();
/** Context of a test → its state so far. */
const seenIn = new WeakMap();

const PHASES = { beforeEach: 'setup', test: 'call', afterEach: 'teardown' };

function followTests(prototype) {
  const { runHooks, runSingle, runTest } = prototype;

  prototype.runTest = async function (task, contextRef) {
    const execution = executions.get(task);
    if (execution.leftOut) {
      tellSkipped(execution);
      return true;
    }
    const { id, run } = execution;
    // Snapshots are compared and recorded once per title. AVA 3 has none before the first comparison.
    if (run > 0) this.snapshots?.newBlocksByTitle?.delete(task.title);
    const seen = { phases: { setup: 0, call: 0, teardown: 0 } };
    seenIn.set(contextRef, seen);
    write({ ev: 'start', id, run });
    const began = nowMs();
    const ok = await runTest.call(this, task, contextRef);
    const ms = nowMs() - began;
    for (const [when, spent] of Object.entries(seen.phases)) write({ ev: 'phase', id, run, when, ms: spent });
    write({ ev: 'end', id, run, ms, ...outcomeOf(seen) });
    return ok;
  };

  prototype.runSingle = async function (runnable) {
    const { type } = runnable.metadata;
    const began = nowMs();
    const result = await runSingle.call(this, runnable);
    const seen = seenIn.get(runnable.contextRef);
    if (seen !== undefined) seen.phases[PHASES[type]] += nowMs() - began;
    if (result.passed) return result;
    if (type === 'test') seen.failure = failureOf(result.error);
    else if (seen !== undefined) seen.brokenHook ??= failureOf(result.error);
    else if (type === 'before') this.brokenBefore ??= failureOf(result.error);
    else problem(`${runnable.title} broke: ${textOf(failureOf(result.error))}`);
    return result;
  };

  prototype.runHooks = async function (tasks, ...rest) {
    const ok = await runHooks.call(this, tasks, ...rest);
    if (!ok && tasks === this.tasks.before) tellErrored(this);
    return ok;
  };
}

/** No test of a file runs if its set-up failed. */
function tellErrored({ brokenBefore, tasks }) {
  for (const task of [...tasks.serial, ...tasks.concurrent]) {
    const execution = executions.get(task);
    const { id, run, leftOut } = execution;
    if (leftOut) {
      tellSkipped(execution);
      continue;
    }
    write({ ev: 'start', id, run });
    write({ ev: 'end', id, run, outcome: 'errored', ms: null, error: brokenBefore });
  }
}

function tellSkipped({ id, run }) {
  write({ ev: 'start', id, run });
  write({ ev: 'end', id, run, outcome: 'skipped', ms: null });
}

function outcomeOf({ brokenHook, failure }) {
  if (failure !== undefined) return { outcome: 'failed', error: failure };
  return brokenHook === undefined ? { outcome: 'passed' } : { outcome: 'errored', error: brokenHook };
}

/** AVA wraps what a test threw; an assertion error is next to its message, with its own stack. */
function failureOf(error) {
  if (!(error instanceof Error) || !('assertion' in error)) return serializeError(error);
  const thrown = error.cause ?? error.savedError;
  if (error.assertion === undefined && thrown instanceof Error && thrown.message) return serializeError(thrown);
  const details = (error.formattedDetails ?? error.values ?? []).map(
    ({ label, formatted }) => `${label}\n${formatted}`,
  );
  const message = [error.message, ...details].filter(Boolean).join('\n');
  return serializeError({
    name: error.name,
    message,
    stack: error.assertionStack ?? error.savedError?.stack ?? error.stack,
  });
}

const textOf = ({ type, message }) => `${type}: ${message}`;

module.exports = { executions, followTests, tellSkipped };
