/** Diffs are held against git itself: what we print, git applies, and it gives the text that we meant. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unifiedDiff } from '../../../../src/scan/fix/unified-diff.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-diff-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function applied(before: string, after: string): string {
  writeFileSync(join(folder, 'a.txt'), before);
  const input = unifiedDiff('a.txt', before, after);
  execFileSync('git', ['apply', '--unidiff-zero', '-'], {
    cwd: folder,
    input,
    env: { ...process.env, GIT_DIR: '/nowhere' },
  });
  return readFileSync(join(folder, 'a.txt'), 'utf8');
}

test('is empty for equal texts', () => {
  expect(unifiedDiff('a.txt', 'x\n', 'x\n')).toBe('');
});

test('reads as people know it', () => {
  const lines = (...changed: readonly string[]) => ['1', '2', '3', '4', ...changed, '6', '7', '8', '9'].join('\n');
  expect(unifiedDiff('src/a.txt', `${lines('5')}\n`, `${lines('five', 'and')}\n`)).toBe(
    '--- a/src/a.txt\n+++ b/src/a.txt\n@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+five\n+and\n 6\n 7\n 8\n',
  );
});

test('git applies it, whatever changed, also without a line break at the end', () => {
  const line = fc.constantFrom('a', 'b', 'c', '', ' d', '-- e', '++ f');
  const text = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 25 }), fc.constantFrom('\n', ''))
    .map(([lines, end]) => `${lines.join('\n')}${end}`)
    .filter((one) => one !== '');
  fc.assert(
    fc.property(text, text, (before, after) => before === after || applied(before, after) === after),
    { numRuns: 40, seed: 7 },
  );
});
