/** Jest numbers the snapshots of a test from its first to its last; a repetition must begin at one again, or it would look for new ones. */
'use strict';

const { createRequire } = require('node:module');

function forgetSnapshots(block, runtime) {
  const expectPath = createRequire(process.env.UNFLAKE_JEST_RUNNER).resolve('@jest/expect');
  const { jestExpect } = runtime.requireInternalModule(expectPath);
  const hook = {
    type: 'beforeAll',
    fn: () => jestExpect.getState().snapshotState?.clear(),
    parent: block,
    asyncError: new Error('snapshots could not be reset'),
    seenDone: false,
    timeout: null,
  };
  block.hooks = [hook, ...block.hooks];
}

module.exports = { forgetSnapshots };
