/** Converts the events of Vitest's runner to our stream: the start before any code of a test runs, its phases, and its end. */
'use strict';

const { fileName, nowMs, problem, serializeError, write } = require('../javascript/stream.cjs');
const { testsUnder } = require('./select-tasks.cjs');

const RUNS = new Set(['run', 'queued']);

function followTasks() {
  const idOf = new Map();
  const modes = new Map();
  const runs = new Map();
  const open = new Map();
  // Counts starts of tests and suites, to tell which tests of a suite never started.
  let tick = 0;
  const startedAt = new Map();
  const begunAt = new Map();

  const begin = (test) => {
    const id = idOf.get(test);
    const run = runs.get(id) ?? 0;
    runs.set(id, run + 1);
    startedAt.set(test, tick++);
    open.set(test, { id, run, began: nowMs() });
    write({ ev: 'start', id, run });
  };
  const phase = (test, when, since) => {
    const { id, run } = open.get(test);
    write({ ev: 'phase', id, run, when, ms: nowMs() - since });
  };
  const close = (test, outcome, error) => {
    const { id, run, began } = open.get(test);
    open.delete(test);
    write({
      ev: 'end',
      id,
      run,
      outcome,
      ms: nowMs() - began,
      ...(error !== undefined && { error: serializeError(error) }),
    });
  };
  /** Vitest 1 sends no end event for a test that skips itself; no version does if a hook around the test skips it. */
  const closeSkipped = () => {
    for (const [test, { inBody }] of [...open]) if (!inBody && skippedItself(test)) close(test, 'skipped');
  };
  const closeUnstarted = (suite, outcome, error) => {
    const since = begunAt.get(suite) ?? 0;
    const unstarted = testsUnder(suite).filter((test) => idOf.has(test) && (startedAt.get(test) ?? -1) < since);
    for (const test of unstarted) {
      begin(test);
      close(test, RUNS.has(modes.get(test)) ? outcome : 'skipped', error);
    }
    return unstarted.length;
  };

  return {
    /** @param {Map<object, string>} chosen the tests that will run, with their ids */
    expect(chosen) {
      for (const [test, id] of chosen) {
        idOf.set(test, id);
        modes.set(test, test.mode);
      }
    },
    suiteBegins(suite) {
      begunAt.set(suite, tick++);
      // Vitest skips a suite without an event for its tests.
      if (!RUNS.has(suite.mode)) closeUnstarted(suite, 'skipped');
    },
    suiteEnds(suite) {
      const errors = suite.result?.errors ?? [];
      closeSkipped();
      if (closeUnstarted(suite, 'errored', errors[0] ?? 'did not start') > 0) return;
      // All tests ran: a remaining error is a broken afterAll.
      for (const error of errors)
        problem(`${fileName(suite.file.filepath)}: ${serializeError(error).stack || serializeError(error).message}`);
    },
    start(test) {
      if (!idOf.has(test)) return;
      closeSkipped();
      // An earlier repetition may have left its result, or skipped it.
      test.mode = modes.get(test);
      test.result = undefined;
      test.pending = undefined;
      begin(test);
      if (!RUNS.has(test.mode)) close(test, 'skipped');
    },
    setupBegins(test) {
      const seen = open.get(test);
      if (seen) seen.setupBegan = nowMs();
    },
    async body(test, fn) {
      const seen = open.get(test);
      phase(test, 'setup', seen.setupBegan);
      const began = nowMs();
      seen.inBody = true;
      try {
        await fn();
        seen.bodyFailed = test.result?.state === 'fail';
      } catch (error) {
        seen.bodyFailed = true;
        throw error;
      } finally {
        phase(test, 'call', began);
        seen.bodyEnded = nowMs();
        seen.inBody = false;
      }
    },
    /** A missing number of assertions belongs to the body. */
    async check(test, look) {
      try {
        await look();
      } catch (error) {
        const seen = open.get(test);
        if (seen) seen.bodyFailed = true;
        throw error;
      }
    },
    /** A test that skips itself has no other end event. */
    bodyIsOver(test) {
      if (open.has(test) && skippedItself(test)) close(test, 'skipped');
    },
    end(test) {
      const seen = open.get(test);
      if (!seen) return;
      const { state, errors } = test.result;
      if (seen.bodyEnded !== undefined) phase(test, 'teardown', seen.bodyEnded);
      if (state === 'pass') close(test, 'passed');
      // An expected failure that passes throws nothing.
      else close(test, seen.bodyFailed || test.fails ? 'failed' : 'errored', errors?.[0] ?? `ended as ${state}`);
    },
  };
}

/** Before Vitest 3 the mark is on the test. */
function skippedItself({ pending, result }) {
  return pending === true || result?.pending === true || result?.state === 'skip';
}

module.exports = { followTasks };
