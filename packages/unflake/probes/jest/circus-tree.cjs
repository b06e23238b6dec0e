/** The tree of tests that jest-circus keeps, as the selection edits it. */
'use strict';

/** @param {() => void} forgetSnapshots */
function circusTree({ rootDescribeBlock: root, describeRetryOptions }, forgetSnapshots) {
  return {
    root,
    nameOf: ({ name }) => name,
    isTest: ({ type }) => type === 'test',
    // From 30.5 on a describe block can have retries of its own.
    visit: (block) => describeRetryOptions?.delete(block),
    // Skipped rather than removed: a file without any test is an error to Jest. No hook runs for skipped tests.
    leaveOut: (test) => {
      test.mode = 'skip';
    },
    attach: (node, parent) => {
      node.parent = parent;
      parent.children.push(node);
    },
    copyBlock: (block) => ({ ...block, children: [], tests: [] }),
    copyTest: freshCopy,
    // Copies of the root have no parent, so that titles and snapshots keep their names; each has the hooks of the file.
    splitRoot: (roots) => {
      root.hooks = [];
      root.children = roots;
    },
    startAnew: (again) => {
      const hook = {
        type: 'beforeAll',
        fn: forgetSnapshots,
        parent: again,
        asyncError: new Error('snapshots could not be reset'),
        seenDone: false,
        timeout: null,
      };
      again.hooks = [hook, ...again.hooks];
    },
  };
}

/** Lists and maps inside a test record what happened to it; a copy starts with its own. */
function freshCopy(test) {
  const fields = Object.entries(test).map(([name, value]) => {
    if (Array.isArray(value)) return [name, [...value]];
    return [name, value instanceof Map ? new Map(value) : value];
  });
  return Object.fromEntries(fields);
}

module.exports = { circusTree };
