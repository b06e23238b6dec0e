/** Edits the tree of jest-circus: only the chosen tests, in their order, as often as wanted. Gives back the id of each test in it. */
'use strict';

const { arrange } = require('../javascript/arrange.cjs');
const { chosenIn, listing, repeat } = require('../javascript/selection.cjs');
const { problem, write } = require('../javascript/stream.cjs');
const { numberIds } = require('../javascript/title-path.cjs');
const { forgetSnapshots } = require('./forget-snapshots.cjs');

function selectTests(file, state, runtime) {
  const root = state.rootDescribeBlock;
  // From 30.5 on a describe block can have retries of its own.
  for (const block of blocksUnder(root)) state.describeRetryOptions?.delete(block);
  const tests = testsUnder(root);
  const ids = numberIds(
    file,
    tests.map((test) => [...blocksOf(test), test].map((node) => node.name)),
  );
  write({ ev: 'collected', ids });
  if (listing) {
    // Skipped rather than removed: a file without any test is an error to Jest. No hook runs for skipped tests.
    for (const test of tests) test.mode = 'skip';
    return new Map();
  }
  const byId = new Map(ids.map((id, index) => [id, tests[index]]));
  const chosen = chosenIn(file) ?? ids;
  for (const id of chosen) if (!byId.has(id)) problem(`no such test: ${id}`);
  return layOut(
    root,
    chosen.filter((id) => byId.has(id)),
    { byId, runtime },
  );
}

function layOut(root, chosen, { byId, runtime }) {
  const idOf = new Map([...byId].map(([id, test]) => [test, id]));
  const originals = new Map(chosen.map((id) => [byId.get(id), blocksOf(byId.get(id))]));
  const placed = new Map();
  const used = new Set();
  const own = (node, copy) => {
    if (used.has(node)) return copy(node);
    used.add(node);
    return node;
  };
  const tree = {
    blocksOf: (test) => originals.get(test),
    open: (block, parent) => {
      const opened = own(block, emptyCopy);
      opened.children = [];
      opened.parent = parent;
      parent.children.push(opened);
      return opened;
    },
    put: (test, parent) => {
      const entry = own(test, freshCopy);
      entry.parent = parent;
      parent.children.push(entry);
      placed.set(entry, idOf.get(test));
    },
  };
  const order = chosen.map((id) => byId.get(id));
  root.children = [];
  if (repeat === 1) arrange(root, order, tree);
  else {
    // Each repetition gets a root of its own with the file's hooks. It has no parent, so that titles and snapshots keep their names.
    const roots = Array.from({ length: repeat }, () => emptyCopy(root));
    root.hooks = [];
    root.children = roots;
    for (const [index, again] of roots.entries()) {
      arrange(again, order, tree);
      if (index > 0) forgetSnapshots(again, runtime);
    }
  }
  return placed;
}

function testsUnder(block) {
  return block.children.flatMap((child) => (child.type === 'test' ? [child] : testsUnder(child)));
}

function blocksUnder(block) {
  return [block, ...block.children.flatMap((child) => (child.type === 'test' ? [] : blocksUnder(child)))];
}

/** From the outermost describe block to the innermost, without the root. */
function blocksOf(test) {
  const blocks = [];
  for (let block = test.parent; block?.parent; block = block.parent) blocks.unshift(block);
  return blocks;
}

const emptyCopy = (block) => ({ ...block, children: [], tests: [] });

/** Lists and maps inside a test record what happened to it; a copy starts with its own. */
function freshCopy(test) {
  const fields = Object.entries(test).map(([name, value]) => {
    if (Array.isArray(value)) return [name, [...value]];
    return [name, value instanceof Map ? new Map(value) : value];
  });
  return Object.fromEntries(fields);
}

module.exports = { selectTests };
