/** Converts the events of jest-circus to our stream: the start before any code of a test runs, its phases, and its end. */
'use strict';

const { nowMs, serializeError, write } = require('../javascript/stream.cjs');

const PHASES = { beforeEach: 'setup', afterEach: 'teardown' };

function followTests() {
  let idOf = new Map();
  const runs = new Map();
  const open = new Map();
  const hookBegan = new Map();

  const start = (test) => {
    const id = idOf.get(test);
    if (id === undefined || open.has(test)) return;
    const run = runs.get(id) ?? 0;
    runs.set(id, run + 1);
    open.set(test, { id, run, began: nowMs(), fnBegan: undefined, fromHooks: test.errors.length });
    write({ ev: 'start', id, run });
  };
  const phase = (test, when, ms) => {
    const { id, run } = open.get(test);
    write({ ev: 'phase', id, run, when, ms });
  };
  const end = (test, outcome) => {
    const { id, run, began } = open.get(test);
    const thrown = test.errors[0];
    const error = outcome === 'failed' || outcome === 'errored' ? serializeError(asThrown(thrown)) : undefined;
    write({ ev: 'end', id, run, outcome, ms: nowMs() - began, error });
    open.delete(test);
  };

  return {
    /** @param {Map<object, string>} placed the tests that will run, with their ids */
    expect(placed) {
      idOf = placed;
      for (const test of placed.keys()) if (test.concurrent) announceBody(test, start);
    },
    see({ name, test, hook }) {
      if (name === 'hook_start') hookBegan.set(hook, nowMs());
      if (test === undefined) return;
      if (name === 'test_start') start(test);
      if (!open.has(test)) return;
      const seen = open.get(test);
      if (name === 'hook_success' || name === 'hook_failure')
        phase(test, PHASES[hook.type], nowMs() - hookBegan.get(hook));
      if (name === 'hook_failure') seen.fromHooks += 1;
      if (name === 'test_fn_start') seen.fnBegan = nowMs();
      if (name === 'test_fn_success' || name === 'test_fn_failure') phase(test, 'call', nowMs() - seen.fnBegan);
      if (name === 'test_skip' || name === 'test_todo') end(test, 'skipped');
      if (name === 'test_done') end(test, outcomeOf(test, seen));
    },
  };
}

function outcomeOf(test, { fromHooks }) {
  if (test.errors.length === 0) return 'passed';
  return test.errors.length > fromHooks ? 'failed' : 'errored';
}

/** Jest 29 runs the bodies of concurrent tests before it reports their start. */
function announceBody(test, start) {
  const body = test.fn;
  if (!body || body.length > 0) return;
  test.fn = function (...args) {
    start(test);
    return body.apply(this, args);
  };
}

/** jest-circus keeps the thrown value with the place of the definition, which is used when nothing was thrown. */
function asThrown(thrown) {
  return Array.isArray(thrown) ? (thrown[0] ?? thrown[1]) : thrown;
}

module.exports = { followTests };
