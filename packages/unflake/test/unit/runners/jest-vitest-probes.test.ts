/** The parts of our JavaScript probes that need no runner: ids, and the layout of tests in blocks. */
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatTitlePath, parseTitlePath } from '../../../src/contract/title-path.ts';

interface Block {
  readonly name: string;
  readonly children: (Block | string)[];
}
interface Tree {
  readonly blocksOf: (test: string) => readonly string[];
  readonly open: (block: string, parent: Block) => Block;
  readonly put: (test: string, parent: Block) => void;
}

const require = createRequire(import.meta.url);
const ids: {
  fileOf: (id: string) => string;
  formatTitlePath: typeof formatTitlePath;
  numberIds: (file: string, paths: readonly (readonly string[])[]) => string[];
} = require('../../../probes/javascript/title-path.cjs');
const { arrange }: { arrange: (root: Block, order: readonly string[], tree: Tree) => void } =
  require('../../../probes/javascript/arrange.cjs');

const title = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('>', '\\', ' ', '#', '2', '\n', '\r', 'n') }));

describe('ids as the probes write them', () => {
  test('are those of the contract, for every file and title', () => {
    fc.assert(
      fc.property(title, fc.array(title), fc.integer({ min: 1, max: 12 }), (file, titles, occurrence) => {
        const id = ids.formatTitlePath({ file, titles, occurrence });
        expect(id).toBe(formatTitlePath({ file, titles, occurrence }));
        expect(ids.fileOf(id)).toBe(parseTitlePath(id).file);
      }),
      { examples: [['\\#2', [], 1]] },
    );
  });

  test('differ for tests of the same name', () => {
    const numbered = ids.numberIds('a.test.js', [['x'], ['y', 'x'], ['x'], ['y > x'], ['x']]);
    expect(new Set(numbered).size).toBe(5);
    expect(numbered.map((id) => parseTitlePath(id).occurrence)).toEqual([1, 1, 2, 1, 3]);
  });
});

describe('the layout of tests in blocks', () => {
  /** A test `a/b/c` is in block `b` inside block `a`. */
  function layOut(order: readonly string[]): Block {
    const root: Block = { name: '', children: [] };
    arrange(root, order, {
      blocksOf: (id) =>
        id
          .split('/')
          .slice(0, -1)
          .map((_, depth, names) => names.slice(0, depth + 1).join('/')),
      open: (name, parent) => {
        const opened: Block = { name, children: [] };
        parent.children.push(opened);
        return opened;
      },
      put: (id, parent) => parent.children.push(id),
    });
    return root;
  }
  const walk = (block: Block): string[] => block.children.flatMap((at) => (typeof at === 'string' ? [at] : walk(at)));
  const inBlocks = (block: Block): boolean =>
    block.children.every((at) =>
      typeof at === 'string' ? at.split('/').slice(0, -1).join('/') === block.name : inBlocks(at),
    );
  const part = fc.constantFrom('a', 'b', 'c');
  const orders = fc.array(fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')));

  test('runs them in the wanted order, whatever it is, each inside its own blocks', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const root = layOut(order);
        expect(walk(root)).toEqual(order);
        expect(inBlocks(root)).toBe(true);
      }),
    );
  });

  test('opens a block once if its tests are adjacent', () => {
    expect(layOut(['one/a', 'one/b', 'one/deep/c', 'one/d', 'two/e']).children).toHaveLength(2);
  });

  test('never puts a test twice into one block', () => {
    const counts = (block: Block): boolean => {
      const own = block.children.filter((at) => typeof at === 'string');
      const nested = block.children.filter((at) => typeof at !== 'string');
      return (block.name === '' || new Set(own).size === own.length) && nested.every(counts);
    };
    fc.assert(fc.property(orders, (order) => counts(layOut(order))));
  });
});
