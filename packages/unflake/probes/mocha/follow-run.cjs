/** Converts the events of Mocha's runner to our stream. Mocha reports the end of a test before its afterEach hooks; we wait for them. */
'use strict';

const { nowMs, problem, serializeError, write } = require('../javascript/stream.cjs');

function followRun(runner) {
  let idOf = new Map();
  const runs = new Map();
  const seen = new Set();
  /** Suites that Mocha skips because a hook failed, with the error. */
  const left = new Map();
  const handled = new WeakSet();
  let open = null;
  let hookBegan = 0;

  const phase = (when, began) => open && write({ ev: 'phase', id: open.id, run: open.run, when, ms: nowMs() - began });
  const end = () => {
    if (open === null || open.outcome === null) return;
    const { id, run, outcome, error, began } = open;
    write({ ev: 'end', id, run, outcome, ms: nowMs() - began, ...(error && { error }) });
    open = null;
  };
  const start = (test) => {
    if (open?.test === test || !idOf.has(test)) return;
    end();
    const id = idOf.get(test);
    const run = runs.get(id) ?? 0;
    runs.set(id, run + 1);
    seen.add(test);
    open = { test, id, run, began: nowMs(), outcome: null, error: undefined };
    write({ ev: 'start', id, run });
  };
  const settle = (outcome, error) => {
    // The first failure counts; nothing after it makes the test pass.
    if (open === null || open.outcome === 'failed' || open.outcome === 'errored') return;
    open.outcome = outcome;
    open.error = error === undefined ? undefined : serializeError(error);
  };
  /** Tests that never start, because a hook before them failed. */
  const closeLeft = (suite) => {
    const error = left.get(suite);
    if (error === undefined) return;
    suite.eachTest((test) => {
      if (!idOf.has(test) || seen.has(test)) return;
      start(test);
      settle('errored', error);
      end();
    });
  };
  const hookFailed = (hook, error) => {
    const kind = kindOf(hook);
    if (kind === 'after') {
      problem(`${hook.title} failed: ${error?.stack ?? error}`);
      return;
    }
    if (kind !== 'before') phase(kind, hookBegan);
    settle('errored', error);
    left.set(hook.parent, error);
  };

  runner.on('hook', (hook) => {
    hookBegan = nowMs();
    const kind = kindOf(hook);
    if (kind === 'after') end();
    // A failure counts for the first test that needs this hook.
    if (kind === 'before') firstOf(hook.parent, (test) => idOf.has(test) && !seen.has(test), start);
  });
  runner.on('hook end', (hook) => {
    const kind = kindOf(hook);
    if (kind !== 'after') phase(kind === 'teardown' ? 'teardown' : 'setup', hookBegan);
  });
  runner.on('test', start);
  runner.on('pass', () => settle('passed'));
  runner.on('pending', (test) => {
    start(test);
    settle('skipped');
  });
  runner.on('fail', (runnable, error) => {
    if (runnable.type === 'hook') hookFailed(runnable, error);
    else if (runnable.type === 'test' && !(seen.has(runnable) && open?.test !== runnable)) {
      start(runnable);
      if (open?.test === runnable && open.outcome === 'passed') open.outcome = null;
      settle('failed', error);
    } else problem(`${runnable.title}: ${error?.stack ?? error}`);
  });
  runner.on('retry', (test) => write({ ev: 'retried', text: `${idOf.get(test)} was run again` }));
  runner.on('suite end', (suite) => {
    end();
    closeLeft(suite);
  });
  runner.on('end', end);
  process.on('unhandledRejection', (reason, promise) => {
    // Mocha reports it again to other listeners.
    if (handled.has(promise)) return;
    handled.add(promise);
    problem(`a rejection nobody handled${open ? `, while ${open.id} ran` : ''}: ${reason?.stack ?? reason}`);
    // Without a listener of Mocha, node throws it, unless there is one like ours.
    if (process.listenerCount('unhandledRejection') === 1) throw reason;
  });

  return {
    /** @param {Map<object, string>} placed the tests that will run, with their ids */
    expect(placed) {
      idOf = placed;
      for (const test of placed.keys()) {
        test.unflake = {
          body: () => {
            const began = nowMs();
            return () => phase('call', began);
          },
        };
      }
    },
  };
}

/** @returns {'before' | 'setup' | 'teardown' | 'after'} around the suite, or around each test */
function kindOf(hook) {
  const { parent } = hook;
  if (parent._beforeAll.includes(hook)) return 'before';
  if (parent._beforeEach.includes(hook)) return 'setup';
  return parent._afterEach.includes(hook) ? 'teardown' : 'after';
}

function firstOf(suite, isIt, then) {
  let found;
  suite.eachTest((test) => {
    if (found === undefined && isIt(test) && !test.isPending()) found = test;
  });
  if (found !== undefined) then(found);
}

module.exports = { followRun };
