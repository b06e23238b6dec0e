/** Replaces jest-circus: runs it, but edits its tree of tests before the first one starts and reports events as they happen. */
'use strict';

const { createHash } = require('node:crypto');
const { closeSync, openSync } = require('node:fs');
const { fileName } = require('../javascript/stream.cjs');
const { followTests } = require('./follow-tests.cjs');
const { selectTests } = require('./select-tests.cjs');

const RETRY_TIMES = Symbol.for('RETRY_TIMES');

module.exports = async (globalConfig, config, environment, runtime, testPath, send) => {
  const file = fileName(testPath);
  claim(file);
  noRetries(environment.global);
  const follow = followTests();
  const theirs = environment.handleTestEvent;
  environment.handleTestEvent = async function (event, state) {
    if (event.name === 'run_start') follow.expect(selectTests(file, state, runtime));
    follow.see(event);
    return theirs?.call(this, event, state);
  };
  const circus = require(process.env.UNFLAKE_JEST_RUNNER);
  const run = circus.default ?? circus;
  return run({ ...globalConfig, randomize: false }, config, environment, runtime, testPath, send);
};

/** Jest reassigns the file of a dead worker; a second execution would hide the first. */
function claim(file) {
  const mark = `${process.env.UNFLAKE_STREAM}.${createHash('sha256').update(file).digest('hex').slice(0, 16)}`;
  try {
    closeSync(openSync(mark, 'wx'));
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    throw new Error('its worker died, and a second execution is not wanted');
  }
}

/** jest.retryTimes() may be called anywhere, also while tests run. */
function noRetries(global) {
  Object.defineProperty(global, RETRY_TIMES, { configurable: true, get: () => 0, set() {} });
}
