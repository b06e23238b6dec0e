import { expect, test } from 'vitest';
import { changedLines } from '../../../../src/scan/history/changed-lines.ts';

const diff = (...lines: readonly string[]) => lines.join('\n');

test('lines of a diff without context, by file: added, changed, and where something was removed', () => {
  const found = changedLines(
    diff(
      'diff --git a/tests/test_a.py b/tests/test_a.py',
      '--- a/tests/test_a.py',
      '+++ b/tests/test_a.py',
      '@@ -3,0 +4,2 @@ def test_a():',
      '+    one',
      '+    two',
      '@@ -9 +11 @@ def test_b():',
      '-    old',
      '+    new',
      '@@ -20,2 +21,0 @@ def test_c():',
      '-    gone',
      '-    gone',
      'diff --git a/ä b.py b/ä b.py',
      '--- /dev/null',
      '+++ b/ä b.py\t',
      '@@ -0,0 +1 @@',
      '+x',
    ),
  );
  expect([...found]).toEqual([
    [
      'tests/test_a.py',
      [
        { line: 4, endLine: 5, added: true },
        { line: 11, endLine: 11, added: false },
        { line: 21, endLine: 22, added: false },
      ],
    ],
    ['ä b.py', [{ line: 1, endLine: 1, added: true }]],
  ]);
});

test('code that looks like a header is code', () => {
  const found = changedLines(
    diff('--- a/x.sql', '+++ b/x.sql', '@@ -2 +2 @@', '--- a comment', '+++ b/other.sql', '@@ -9,0 +10 @@', '+y'),
  );
  expect([...found.keys()]).toEqual(['x.sql']);
  expect(found.get('x.sql')).toHaveLength(2);
});

test('a file that is gone has no lines', () => {
  expect(changedLines(diff('--- a/x.py', '+++ /dev/null', '@@ -1,2 +0,0 @@', '-a', '-b')).size).toBe(0);
});
