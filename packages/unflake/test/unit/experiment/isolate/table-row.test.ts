import { expect, test } from 'vitest';
import { rowText, tableRow } from '../../../../src/experiment/isolate/table-row.ts';

const of5 = (failures: number) => ({ failures, runs: 5 });

test.each([
  [0, 2, 'Always passes | Sometimes fails | Ordering-dependent', 'bisection'],
  [2, 2, 'Sometimes fails | Sometimes fails | Not ordering-dependent', 'timing'],
  [2, 0, 'Sometimes fails | Always passes | Unusual — possible resource leak from the test itself', 'timing'],
  [5, 5, 'Always fails | Always fails | Not flaky — consistently broken', 'report'],
])('%s of 5 alone and %s of 5 in the suite is the row "%s"', (alone, suite, text, next) => {
  const row = tableRow(of5(alone), of5(suite));
  expect(rowText(row)).toBe(text);
  expect(row.next).toBe(next);
});

test('one side only, but in every run, belongs to the row that says "sometimes"', () => {
  expect(tableRow(of5(0), of5(5))).toMatchObject({ inSuite: 'Always fails', diagnosis: 'Ordering-dependent' });
  expect(tableRow(of5(5), of5(0)).diagnosis).toContain('Unusual');
});

test('counts without a row are said to have none', () => {
  expect(rowText(tableRow(of5(0), of5(0)))).toBe('Always passes | Always passes | not in the table');
  expect(tableRow(of5(5), of5(2)).diagnosis).toBeNull();
});
