/** Converts the events of jest-jasmine2's specs to our stream: the start before any code of a test runs, its phases, and its end. */
'use strict';

const { nowMs, problem, serializeError, write } = require('../javascript/stream.cjs');

/** @param {Map<object, string>} placed the specs that will run, with their ids */
function followSpecs(placed, env) {
  const runs = new Map();
  for (const [spec, id] of placed) follow(spec, id, runs);
  env.addReporter({ suiteDone: tellBroken, jasmineDone: tellBroken });
}

function follow(spec, id, runs) {
  const { addExpectationResult, beforeAndAfterFns, execute, onException, queueableFn } = spec;
  const seen = { phase: undefined, inBody: false, thrown: undefined };
  let run;

  // A broken beforeAll is recorded with every spec before it starts.
  spec.onException = function (thrown, ...rest) {
    seen.thrown ??= { value: thrown };
    return onException.call(this, thrown, ...rest);
  };
  spec.addExpectationResult = function (passed, data, ...rest) {
    if (!passed) {
      seen.thrown ??= { value: data.error ?? data };
      seen.inBody ||= seen.phase === 'call';
    }
    return addExpectationResult.call(this, passed, data, ...rest);
  };
  spec.execute = function (onComplete, ...rest) {
    run = runs.get(id) ?? 0;
    runs.set(id, run + 1);
    write({ ev: 'start', id, run });
    const began = nowMs();
    const complete = () => {
      write({ ev: 'end', id, run, ms: nowMs() - began, ...endOf(this.result, seen) });
      onComplete?.();
    };
    return execute.call(this, complete, ...rest);
  };
  spec.beforeAndAfterFns = () => {
    const { befores, afters } = beforeAndAfterFns();
    return {
      befores: befores.map((part) => timed(part, 'setup')),
      afters: afters.map((part) => timed(part, 'teardown')),
    };
  };
  spec.queueableFn = timed(queueableFn, 'call');

  function timed(part, when) {
    const fn = function (next) {
      seen.phase = when;
      const began = nowMs();
      const tell = () => write({ ev: 'phase', id, run, when, ms: nowMs() - began });
      const go = (...args) => {
        tell();
        next(...args);
      };
      go.fail = (...args) => {
        tell();
        next.fail(...args);
      };
      try {
        return part.fn.call(this, go);
      } catch (error) {
        tell();
        throw error;
      }
    };
    return { ...part, fn };
  }
}

function endOf({ status, failedExpectations }, { inBody, thrown }) {
  if (status === 'passed') return { outcome: 'passed' };
  if (status !== 'failed') return { outcome: 'skipped' };
  if (thrown === undefined) return { outcome: 'failed', error: serializeError(lateFailure(failedExpectations[0])) };
  return { outcome: inBody ? 'failed' : 'errored', error: serializeError(thrown.value) };
}

/** A mismatch of `expect.assertions` is added after all phases; its message contains its stack. */
function lateFailure({ error, message }) {
  return error ?? { name: 'Error', message: message.split(/\n\s+at /)[0], stack: message };
}

/** Only failures of a block as a whole, such as a broken afterAll. */
function tellBroken({ failedExpectations = [] }) {
  for (const { stack, message } of failedExpectations) problem(`afterAll broke: ${stack || message}`);
}

module.exports = { followSpecs };
