import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KNOBS } from '../../../src/knobs/index.ts';

const page = readFileSync(new URL('../../../../../docs/use/knobs.md', import.meta.url), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| `'));

test('the page of knobs has a row for each, in the same order', () => {
  expect(rows.map((row) => row.split('`')[1])).toEqual(KNOBS.map(({ name }) => name));
});

test('each row names the control, or that there is none', () => {
  for (const [at, knob] of KNOBS.entries()) expect(rows[at]!.split(' | ')[3]).toContain(knob.control ?? 'none');
});
