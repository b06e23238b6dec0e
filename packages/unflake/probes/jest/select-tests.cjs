/** Edits the tree of a file: only the selected tests, in their order, as often as requested. Returns the id of each test in it. */
'use strict';

const { arrange } = require('../javascript/arrange.cjs');
const { chosenIn, listing, repeat } = require('../javascript/selection.cjs');
const { problem, write } = require('../javascript/stream.cjs');
const { numberIds } = require('../javascript/title-path.cjs');

/** @param tree of circus-tree.cjs or jasmine-tree.cjs */
function selectTests(file, tree) {
  const found = testsUnder(tree.root, tree, []);
  const ids = numberIds(
    file,
    found.map(({ test, blocks }) => [...blocks, test].map(tree.nameOf)),
  );
  write({ ev: 'collected', ids });
  if (listing) {
    for (const { test } of found) tree.leaveOut(test);
    return new Map();
  }
  const byId = new Map(ids.map((id, index) => [id, found[index]]));
  const chosen = chosenIn(file) ?? ids;
  for (const id of chosen) if (!byId.has(id)) problem(`no such test: ${id}`);
  return layOut(
    tree,
    chosen.filter((id) => byId.has(id)),
    byId,
  );
}

function layOut(tree, chosen, byId) {
  const { root, attach, copyBlock, copyTest } = tree;
  const placed = new Map();
  const used = new Set();
  const own = (node, copy) => {
    if (used.has(node)) return copy(node);
    used.add(node);
    return node;
  };
  const layout = {
    blocksOf: (id) => byId.get(id).blocks,
    open: (block, parent) => {
      const opened = own(block, copyBlock);
      opened.children = [];
      attach(opened, parent);
      return opened;
    },
    put: (id, parent) => {
      const entry = own(byId.get(id).test, copyTest);
      attach(entry, parent);
      placed.set(entry, id);
    },
  };
  root.children = [];
  if (repeat === 1) arrange(root, chosen, layout);
  else {
    const roots = Array.from({ length: repeat }, () => copyBlock(root));
    tree.splitRoot(roots);
    for (const [index, again] of roots.entries()) {
      arrange(again, chosen, layout);
      if (index > 0) tree.startAnew(again);
    }
  }
  return placed;
}

/** With the blocks around each, from the outermost to the innermost, without the root. */
function testsUnder(block, tree, blocks) {
  tree.visit(block);
  return block.children.flatMap((child) =>
    tree.isTest(child) ? [{ test: child, blocks }] : testsUnder(child, tree, [...blocks, child]),
  );
}

module.exports = { selectTests };
