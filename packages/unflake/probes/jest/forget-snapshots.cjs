/** Jest numbers the snapshots of a test from first to last; a repetition must start at one again, or it would look for new ones. */
'use strict';

const { createRequire } = require('node:module');

function forgetSnapshots(runtime) {
  const found = runtime.requireInternalModule(expectPath());
  const jestExpect = found.jestExpect ?? found.default ?? found;
  jestExpect.getState().snapshotState?.clear();
}

/** Before Jest 28 it is not in a separate package. */
function expectPath() {
  const { resolve } = createRequire(process.env.UNFLAKE_JEST_RUNNER);
  try {
    return resolve('@jest/expect');
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    return resolve('expect');
  }
}

module.exports = { forgetSnapshots };
