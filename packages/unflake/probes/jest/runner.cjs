/** Replaces the project's own test runner: runs it, but edits its tree of tests before the first one starts and reports events as they happen. */
'use strict';

const { createHash } = require('node:crypto');
const { closeSync, openSync } = require('node:fs');
const { fileName } = require('../javascript/stream.cjs');
const { runWithCircus } = require('./circus.cjs');
const { runWithJasmine } = require('./jasmine.cjs');
const { testRunnerOf } = require('./test-runner.cjs');

module.exports = async (...args) => {
  const testPath = args[4];
  const file = fileName(testPath);
  claim(file);
  const path = process.env.UNFLAKE_JEST_RUNNER;
  const found = require(path);
  const run = found.default ?? found;
  return testRunnerOf(path) === 'jest-circus' ? runWithCircus(run, file, args) : runWithJasmine(run, file, args);
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
