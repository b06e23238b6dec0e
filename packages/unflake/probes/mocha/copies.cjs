/** Copies of Mocha's suites, hooks and tests that have not run yet: the same code, with their own parent, context and listeners. */
'use strict';

const HOOKS = ['_beforeAll', '_beforeEach', '_afterEach', '_afterAll'];

function copyOfSuite(suite, parent) {
  const copy = copied(suite, { parent, tests: [], suites: [], ctx: Object.create(parent.ctx) });
  for (const list of HOOKS) copy[list] = suite[list].map((hook) => copied(hook, { parent: copy, ctx: copy.ctx }));
  return copy;
}

function copyOfTest(test, parent) {
  return copied(test, { parent, ctx: parent.ctx });
}

/** No title, hooks or context of its own: its contents run as if they were in the parent. */
function transparentSuite(parent) {
  const fields = Object.fromEntries(HOOKS.map((list) => [list, []]));
  // As a root it does not appear in the full titles of its tests.
  return copied(parent, { ...fields, parent, title: '', root: true, tests: [], suites: [], unflakeTransparent: true });
}

function copied(original, changes) {
  const fresh = { _events: Object.create(null), _eventsCount: 0 };
  return Object.assign(Object.create(Object.getPrototypeOf(original)), original, fresh, changes);
}

module.exports = { copyOfSuite, copyOfTest, HOOKS, transparentSuite };
