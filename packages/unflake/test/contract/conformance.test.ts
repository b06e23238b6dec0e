/** docs/conformance.md names a test for whatever must hold, and every test that it names is there. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const page = readFileSync(fileURLToPath(new URL('../../../../docs/conformance.md', import.meta.url)), 'utf8');
const packageFile = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const rows = [...page.matchAll(/^\| (C-\d{3}) \| (.+) \| (MUST|SHOULD|MAY) \| (.*) \|$/gm)].map(
  ([, id, requirement, level, tests]) => ({
    id: id!,
    requirement: requirement!,
    level: level!,
    tests: [...tests!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!),
  }),
);

test('the rows are numbered without a gap, and none of the first eleven is missing', () => {
  const wanted = rows.map((_, index) => `C-${String(index + 1).padStart(3, '0')}`);
  expect(rows.map(({ id }) => id)).toEqual(wanted);
  expect(rows.length).toBeGreaterThanOrEqual(11);
  expect(page.match(/^\| C-/gm)).toHaveLength(rows.length);
});

test.each(rows)('$id: what must hold is held by tests that exist', ({ level, tests }) => {
  if (level === 'MUST') expect(tests).not.toEqual([]);
  for (const path of tests) {
    expect(existsSync(packageFile(path)), path).toBe(true);
    expect(readFileSync(packageFile(path), 'utf8'), path).toMatch(/^\s*(test|describe)(\.each)?\(/m);
  }
});
