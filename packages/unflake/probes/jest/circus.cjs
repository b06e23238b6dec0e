/** Runs a file with jest-circus, whose tree of tests is edited before the first one starts. */
'use strict';

const { circusTree } = require('./circus-tree.cjs');
const { followTests } = require('./follow-tests.cjs');
const { forgetSnapshots } = require('./forget-snapshots.cjs');
const { selectTests } = require('./select-tests.cjs');

const RETRY_TIMES = Symbol.for('RETRY_TIMES');

function runWithCircus(circus, file, [globalConfig, config, environment, runtime, ...rest]) {
  noRetries(environment.global);
  const follow = followTests();
  const theirs = environment.handleTestEvent;
  environment.handleTestEvent = async function (event, state) {
    if (event.name === 'run_start') {
      const tree = circusTree(state, () => forgetSnapshots(runtime));
      follow.expect(selectTests(file, tree));
    }
    follow.see(event);
    return theirs?.call(this, event, state);
  };
  return circus({ ...globalConfig, randomize: false }, config, environment, runtime, ...rest);
}

/** jest.retryTimes() may be called anywhere, also while tests run. */
function noRetries(global) {
  Object.defineProperty(global, RETRY_TIMES, { configurable: true, get: () => 0, set() {} });
}

module.exports = { runWithCircus };
