import { describe, expect, test } from 'vitest';
import { COMMIT_MARK, readLineLog } from '../../../../src/scan/history/line-log.ts';
import { linesAtHead } from '../../../../src/scan/history/lines-at-head.ts';

const log = (...entries: readonly string[]) => entries.map((entry) => `${COMMIT_MARK}${entry}`).join('\n');

describe('a log of lines', () => {
  test('gives for each commit the lines before and after it', () => {
    const text = log(
      'aa\x002025-06-12\0name it by the clock\x001749738600\n\ndiff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1,3 +1,3 @@\n def name():\n-    return "db"\n+    return f"db_{now()}"\n # end\n',
      'bb\x002025-03-01\0first\x001740819600\n\ndiff --git a/x.py b/x.py\n--- /dev/null\n+++ b/x.py\n@@ -0,0 +1,2 @@\n+def name():\n+    return "db"\n',
    );
    expect(readLineLog(text)).toEqual([
      {
        hash: 'aa',
        date: '2025-06-12',
        atMs: 1_749_738_600_000,
        subject: 'name it by the clock',
        before: 'def name():\n    return "db"\n# end',
        after: 'def name():\n    return f"db_{now()}"\n# end',
        diff: ' def name():\n-    return "db"\n+    return f"db_{now()}"\n # end',
      },
      {
        hash: 'bb',
        date: '2025-03-01',
        atMs: 1_740_819_600_000,
        subject: 'first',
        before: null,
        after: 'def name():\n    return "db"',
        diff: '+def name():\n+    return "db"',
      },
    ]);
  });

  test('a line that begins like a file’s header is a line inside a hunk', () => {
    const [commit] = readLineLog(log('aa\0d\0s\n\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n--- a\n+++ b\n'));
    expect(commit).toMatchObject({ before: '-- a', after: '++ b' });
  });

  test('a commit of which only the message is known has no states', () => {
    expect(readLineLog(log('aa\0d\0a: b\0c'))).toMatchObject([{ subject: 'a: b', before: null, after: null }]);
    expect(readLineLog('')).toEqual([]);
  });
});

describe('lines of the working tree in the last commit', () => {
  test('stay where they are when nothing changed', () => {
    expect(linesAtHead({ line: 3, endLine: 7 }, '')).toEqual({ line: 3, endLine: 7 });
  });

  test('are moved by what was added and removed before them', () => {
    const diff = '@@ -1,0 +1,4 @@\n+a\n+b\n+c\n+d\n@@ -10,2 +13,0 @@\n-x\n-y\n';
    expect(linesAtHead({ line: 8, endLine: 9 }, diff)).toEqual({ line: 4, endLine: 5 });
    expect(linesAtHead({ line: 14, endLine: 14 }, diff)).toEqual({ line: 12, endLine: 12 });
  });

  test('a changed line stands for those that it replaced; added ones for none', () => {
    expect(linesAtHead({ line: 5, endLine: 6 }, '@@ -5 +5,2 @@\n-x\n+y\n+z\n')).toEqual({ line: 5, endLine: 5 });
    expect(linesAtHead({ line: 5, endLine: 6 }, '@@ -4,0 +5,2 @@\n+y\n+z\n')).toBeNull();
  });
});
