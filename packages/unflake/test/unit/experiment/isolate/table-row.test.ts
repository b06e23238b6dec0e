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

test('always on one side only belongs to the "sometimes" row', () => {
  expect(tableRow(of5(0), of5(5))).toMatchObject({ inSuite: 'Always fails', diagnosis: 'Ordering-dependent' });
  expect(tableRow(of5(5), of5(0)).diagnosis).toContain('Unusual');
});

test.each([
  [0, 0, 'Always passes | Always passes | No failure seen'],
  [5, 2, 'Always fails | Sometimes fails | Fails more often alone than in the suite'],
  [2, 5, 'Sometimes fails | Always fails | Fails more often in the suite than alone'],
])('%s of 5 alone and %s of 5 in the suite, which the table leaves out, is "%s"', (alone, suite, text) => {
  expect(rowText(tableRow(of5(alone), of5(suite)))).toBe(text);
});
