/**
 * Arranges selected tests in a tree of blocks so that they run in exactly the wanted order. A block whose tests are not adjacent is opened
 * again, with its hooks.
 */
'use strict';

/**
 * @template Block, Test
 * @param {Block} root where this layout begins
 * @param {readonly Test[]} order
 * @param {{ blocksOf: (test: Test) => readonly Block[], open: (block: Block, parent: Block) => Block, put: (test: Test, parent: Block) => void }} tree
 *   `blocksOf` goes from the outermost to the innermost block, without the root.
 */
function arrange(root, order, { blocksOf, open, put }) {
  /** @type {{ block: Block, opened: Block }[]} */
  let path = [];
  let inside = new Set();
  for (const test of order) {
    const blocks = blocksOf(test);
    let shared = 0;
    while (shared < path.length && path[shared].block === blocks[shared]) shared += 1;
    // A repeated test opens its blocks again: one block never holds the same test twice.
    if (inside.has(test)) {
      shared = 0;
      inside = new Set();
    }
    path = path.slice(0, shared);
    for (const block of blocks.slice(shared)) {
      path.push({ block, opened: open(block, path.at(-1)?.opened ?? root) });
    }
    put(test, path.at(-1)?.opened ?? root);
    inside.add(test);
  }
}

module.exports = { arrange };
