/** The list of files that start first names files that are there, and each once. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const top = join(import.meta.dirname, '../../../..');

test('every file that starts first is there', () => {
  const files = readFileSync(join(top, 'scripts/test/longest-first.txt'), 'utf8').trimEnd().split('\n');
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(join(top, file)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});
