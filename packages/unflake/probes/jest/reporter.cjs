/** Failures of whole files (not loaded, a broken afterAll, a dead worker), and that the run finished. */
'use strict';

const { fileName, problem, write } = require('../javascript/stream.cjs');

module.exports = class {
  onTestResult(test, result) {
    const { testExecError } = result;
    if (!testExecError) return;
    const words = testExecError.stack || testExecError.message || result.failureMessage || 'did not run';
    problem(`${fileName(test.path)}: ${words}`);
  }

  onRunComplete(_contexts, { runExecError }) {
    if (runExecError) problem(`Jest: ${runExecError.message}`);
    write({ ev: 'done' });
  }
};
