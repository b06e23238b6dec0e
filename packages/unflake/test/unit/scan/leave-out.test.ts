/** What the config file keeps out of a scan. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leaveOut } from '../../../src/scan/leave-out.ts';

const FILES = [
  'a.py',
  'fixtures/a/b.py',
  'fixtures/note.md',
  'packages/x/gen/c.ts',
  'packages/y/gen/d.ts',
  'src/fixtures.py',
];

test.each([
  ['fixtures', ['fixtures/a/b.py', 'fixtures/note.md'], 1],
  ['./fixtures/', ['fixtures/a/b.py', 'fixtures/note.md'], 1],
  ['a.py', ['a.py'], 1],
  ['*.py', ['a.py'], 1],
  ['**/*.py', ['a.py', 'fixtures/a/b.py', 'src/fixtures.py'], 3],
  ['packages/*/gen', ['packages/x/gen/c.ts', 'packages/y/gen/d.ts'], 2],
  ['packages/**', ['packages/x/gen/c.ts', 'packages/y/gen/d.ts'], 2],
  ['**/gen', ['packages/x/gen/c.ts', 'packages/y/gen/d.ts'], 2],
])('%s', (pattern, out, files) => {
  const kept = leaveOut(FILES, { [pattern]: 'made by a program' });
  expect(FILES.filter((file) => !kept.files.includes(file))).toEqual(out);
  expect(kept.excluded).toEqual([{ pattern, reason: 'made by a program', files }]);
  expect(kept.idle).toEqual([]);
});

test('a file counts once, and a pattern that is like nothing is named', () => {
  const { excluded, idle } = leaveOut(FILES, { fixtures: 'one', 'fixtures/a': 'two', gone: 'three' });
  expect(excluded.map(({ pattern, files }) => [pattern, files])).toEqual([
    ['fixtures', 1],
    ['fixtures/a', 0],
  ]);
  expect(idle).toEqual(['gone']);
});

test('nothing is lost and nothing is made up, whatever is excluded', () => {
  const name = fc.stringMatching(/^[ab*?.]{1,3}$/).filter((text) => text !== '.' && text !== '..');
  const path = fc
    .array(fc.stringMatching(/^[ab.]{1,3}$/), { minLength: 1, maxLength: 3 })
    .map((parts) => `${parts.join('/')}.py`);
  fc.assert(
    fc.property(
      fc.uniqueArray(path),
      fc.dictionary(
        fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
        fc.constant('why'),
      ),
      (files, exclude) => {
        const { files: kept, excluded } = leaveOut(files, exclude);
        expect(kept.length + excluded.reduce((sum, one) => sum + one.files, 0)).toBe(files.length);
        expect(kept.every((file) => files.includes(file))).toBe(true);
      },
    ),
  );
});
