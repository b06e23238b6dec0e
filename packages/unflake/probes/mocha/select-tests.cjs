/** Edits Mocha's tree: only the selected tests, in their order, as often as requested. Returns the id of each test in it. */
'use strict';

const { arrange } = require('../javascript/arrange.cjs');
const { fileName, problem, write } = require('../javascript/stream.cjs');
const { numberIds } = require('../javascript/title-path.cjs');
const { copyOfSuite, copyOfTest, HOOKS, transparentSuite } = require('./copies.cjs');
const { keepOnly } = require('./keep-only.cjs');
const { listing, repeat, testsIn } = require('./selection.cjs');

/**
 * @param {{ loaded: Set<string>, unloadable: Set<string> }} files names of the first; paths of the second, whose tests do not count,
 *   because only some of them were defined
 */
function selectTests(runner, { loaded, unloadable }) {
  const root = runner.suite;
  keepOnly(root);
  const byId = idsOf(runner, unloadable);
  const ids = [...byId.keys()];
  write({ ev: 'collected', ids });
  if (listing) {
    emptied(root, { hooks: true });
    runner.total = 0;
    return new Map();
  }
  const wanted = testsIn(loaded) ?? ids;
  for (const id of wanted) if (!byId.has(id)) problem(`no such test: ${id}`);
  const placed = layOut(
    root,
    wanted.filter((id) => byId.has(id)),
    byId,
  );
  runner.total = runner.grepTotal(root);
  return placed;
}

/** In the order of execution. Equal names are numbered per file, so that ids do not depend on which files are loaded. */
function idsOf(runner, unloadable) {
  const tests = [];
  runner.suite.eachTest((test) => {
    const matches = runner._grep.test(test.fullTitle()) !== Boolean(runner._invert);
    if (matches && !unloadable.has(fileOfTest(test))) tests.push(test);
  });
  const idOf = new Map();
  for (const file of new Set(tests.map(fileOfTest))) {
    const own = tests.filter((test) => fileOfTest(test) === file);
    const paths = own.map((test) => test.titlePath().map(String));
    for (const [index, id] of numberIds(fileName(file), paths).entries()) idOf.set(own[index], id);
  }
  return new Map(tests.map((test) => [idOf.get(test), test]));
}

function layOut(root, chosen, byId) {
  const idOf = new Map([...byId].map(([id, test]) => [test, id]));
  const blocks = new Map(chosen.map((id) => [byId.get(id), blocksOf(byId.get(id), root)]));
  const origin = new Map([root, ...[...blocks.values()].flat()].map((suite) => [suite, suite.parent]));
  const home = new Map([...blocks.keys()].map((test) => [test, test.parent]));
  const placed = new Map();
  const used = new Set();
  // The original stays in the tree once; everything else is a copy.
  const isFree = (node, stands) => stands && !used.has(node) && used.add(node);
  const tree = {
    blocksOf: (test) => blocks.get(test),
    open: (block, parent) => {
      const opened = isFree(block, origin.get(block) === parent) ? emptied(block) : copyOfSuite(block, parent);
      parent.suites.push(opened);
      return opened;
    },
    put: (test, parent) => {
      const entry = isFree(test, home.get(test) === parent) ? test : copyOfTest(test, parent);
      placed.set(entry, idOf.get(test));
      // A suite runs its own tests before its nested suites: a test after those needs a separate suite.
      if (parent.suites.length === 0) parent.tests.push(entry);
      else {
        if (!parent.suites.at(-1).unflakeTransparent) parent.suites.push(transparentSuite(parent));
        entry.parent = parent.suites.at(-1);
        entry.parent.tests.push(entry);
      }
    },
  };
  const order = chosen.map((id) => byId.get(id));
  const again = Array.from({ length: repeat === 1 ? 0 : repeat }, () => copyOfSuite(root, root));
  emptied(root, { hooks: repeat > 1 });
  root.suites = again;
  if (repeat === 1) arrange(root, order, tree);
  else for (const copy of again) arrange(copy, order, tree);
  return placed;
}

function emptied(suite, { hooks = false } = {}) {
  suite.tests = [];
  suite.suites = [];
  if (hooks) for (const list of HOOKS) suite[list] = [];
  return suite;
}

/** From the outermost suite to the innermost, without the root. */
function blocksOf(test, root) {
  const blocks = [];
  for (let suite = test.parent; suite && suite !== root; suite = suite.parent) blocks.unshift(suite);
  return blocks;
}

function fileOfTest(test) {
  for (let node = test; node; node = node.parent) if (node.file) return node.file;
  return '';
}

module.exports = { selectTests };
