import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byDepth } from '../../../src/runners/manifests.ts';

test('files near the root come first, and those of one depth by name', () => {
  expect(byDepth(['b/c.py', 'a.py', 'b/a/z.py', 'b/a.py', 'Z.py'])).toEqual([
    ...['Z.py', 'a.py', 'b/a.py', 'b/c.py', 'b/a/z.py'],
  ]);
  expect(byDepth([])).toEqual([]);
});

test('every file is there once, in an order that does not depend on the one that was given', () => {
  const depth = (file: string) => file.split('/').length;
  const path = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  fc.assert(
    fc.property(fc.array(path), (files) => {
      const ordered = files.toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : a > b ? 1 : 0));
      expect(byDepth(files)).toEqual(ordered);
      expect(byDepth(files.toReversed())).toEqual(ordered);
    }),
  );
});
