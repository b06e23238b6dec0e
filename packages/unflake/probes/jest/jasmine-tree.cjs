/** The tree of tests that jest-jasmine2 keeps, as the selection edits it. */
'use strict';

/** @param {() => void} forgetSnapshots */
function jasmineTree(root, forgetSnapshots) {
  return {
    root,
    nameOf: ({ description }) => description,
    isTest: ({ children }) => children === undefined,
    visit: () => {},
    // No hook runs if every test is disabled.
    leaveOut: (spec) => spec.disable(),
    attach: (node, parent) => parent.children.push(node),
    copyBlock: (suite) => copyOf(suite, { children: [] }),
    copyTest: (spec) => copyOf(onceAsked(spec), {}),
    // Hooks around each test are found through the original suites; the rest belongs to the copies.
    splitRoot: (roots) => {
      // Jasmine stores the spies of a suite by its id, and these run inside the root.
      roots.forEach((again, index) => {
        again.id = `${root.id} again ${index}`;
      });
      Object.assign(root, { beforeAllFns: [], afterAllFns: [], children: roots });
    },
    startAnew: (again) => {
      const hook = {
        fn: (next) => {
          forgetSnapshots();
          next();
        },
      };
      again.beforeAllFns = [hook, ...again.beforeAllFns];
    },
  };
}

/** Specs and suites are instances that record their results. */
function copyOf(node, changes) {
  const result = {
    ...node.result,
    failedExpectations: [],
    ...(node.result.passedExpectations && { passedExpectations: [] }),
  };
  return Object.assign(Object.create(Object.getPrototypeOf(node)), node, { result }, changes);
}

/** Jasmine's own function returns the hooks of a spec only at its first call. */
function onceAsked(spec) {
  const ask = spec.beforeAndAfterFns;
  let found;
  spec.beforeAndAfterFns = () => {
    found ??= ask();
    return found;
  };
  return spec;
}

module.exports = { jasmineTree };
