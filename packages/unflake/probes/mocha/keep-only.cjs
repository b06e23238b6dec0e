/** Applies `.only` to the tree now, because the tree is rebuilt afterwards, and Mocha must not do so again. */
'use strict';

function keepOnly(root) {
  if (typeof root.hasOnly !== 'function') return void keepMarked(root);
  if (root.hasOnly()) root.filterOnly();
  root.hasOnly = () => false;
}

/** Before version 6 a suite cannot be asked: it only keeps what was marked in it. True if anything was. */
function keepMarked(suite) {
  const { _onlyTests: tests = [], _onlySuites: marked = [] } = suite;
  const within = suite.suites.filter((child) => keepMarked(child));
  const any = tests.length + marked.length + within.length > 0;
  if (any) {
    // Marked tests win over marked blocks beside them.
    suite.suites =
      tests.length > 0 ? [] : suite.suites.filter((child) => marked.includes(child) || within.includes(child));
    suite.tests = tests;
  }
  suite._onlyTests = [];
  suite._onlySuites = [];
  return any;
}

module.exports = { keepOnly };
