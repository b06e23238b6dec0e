import { expect, test } from 'vitest';
import { CAUSES } from '../../../src/contract/cause.ts';
import { DETECTORS, isDetector } from '../../../src/contract/detector-report.ts';

test('every detector speaks for a cause of the table', () => {
  for (const { family, kind } of Object.values(DETECTORS)) expect(CAUSES[family]).toContain(kind);
});

test('only the names of the table are detectors', () => {
  expect(['data-race', 'nothing', 'toString'].map(isDetector)).toEqual([true, false, false]);
});
