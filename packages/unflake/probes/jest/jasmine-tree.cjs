/** The tree of tests that jest-jasmine2 keeps, as the selection edits it. */
'use strict';

/** @param {() => void} forgetSnapshots */
function jasmineTree(root, forgetSnapshots) {
  return {
    root,
    nameOf: ({ description }) => description,
    isTest: ({ children }) => children === undefined,
    visit: () => {},
    // No hook runs where every test is disabled.
    leaveOut: (spec) => spec.disable(),
    attach: (node, parent) => parent.children.push(node),
    copyBlock: (suite) => copyOf(suite, { children: [] }),
    copyTest: (spec) => copyOf(onceAsked(spec), {}),
    // What runs before and after each test is found by way of the original suites; the rest belongs to the copies.
    splitRoot: (roots) => {
      // Jasmine keeps the spies of a suite by its id, and these run inside of the root.
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

/** Specs and suites are objects of classes, and record what happened to them. */
function copyOf(node, changes) {
  const result = {
    ...node.result,
    failedExpectations: [],
    ...(node.result.passedExpectations && { passedExpectations: [] }),
  };
  return Object.assign(Object.create(Object.getPrototypeOf(node)), node, { result }, changes);
}

/** Jasmine's own function gives the hooks of a spec at its first call only. */
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
