import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CAUSES } from '../../../src/contract/cause.ts';
import {
  DETECTORS,
  type Detector,
  type DetectorReport,
  detectorProblem,
  detectorReports,
} from '../../../src/contract/detector-report.ts';
import { testId } from '../../../src/contract/test-id.ts';

const oneLine = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\s+/g, ' ').trim());

test('every detector speaks for a cause of the table', () => {
  for (const { family, kind } of Object.values(DETECTORS)) expect(CAUSES[family]).toContain(kind);
});

test('a report that was written as a problem is read back as it was', () => {
  const report: fc.Arbitrary<DetectorReport> = fc.record({
    detector: fc.constantFrom(...(Object.keys(DETECTORS) as Detector[])),
    says: oneLine,
    where: fc.option(fc.constantFrom('app/cart.py:12', 'a file with spaces.test.js:3')),
    test: fc.option(oneLine.map(testId)),
  });
  fc.assert(
    fc.property(report, (given) => {
      expect(detectorReports([detectorProblem(given)])).toEqual([given]);
    }),
  );
});

test('other problems are not reports, and the same report twice is one', () => {
  const problem = detectorProblem({ detector: 'data-race', says: 'two writes', where: 'a.go:1', test: null });
  const problems = ['detected nothing: at all', 'the stream is incomplete', problem, problem, 'unhandled: Error: x'];
  expect(detectorReports(problems)).toEqual([
    { detector: 'data-race', says: 'two writes', where: 'a.go:1', test: null },
  ]);
});

test('what a detector says stays on one line, so that it cannot be taken for a place or a test', () => {
  const says = 'Error: x\nat elsewhere.js:1\nin another test';
  const [report] = detectorReports([
    detectorProblem({ detector: 'unhandled-rejection', says, where: null, test: null }),
  ]);
  expect(report).toEqual({
    detector: 'unhandled-rejection',
    says: 'Error: x at elsewhere.js:1 in another test',
    where: null,
    test: null,
  });
});
