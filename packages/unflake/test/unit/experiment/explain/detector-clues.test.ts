import { expect, test } from 'vitest';
import {
  DETECTORS,
  type DetectFinding,
  type Detector,
  reportInWords,
} from '../../../../src/contract/detector-report.ts';
import { testId } from '../../../../src/contract/test-id.ts';
import { detectorClues, toldOf } from '../../../../src/experiment/explain/detector-clues.ts';
import { posterior } from '../../../../src/experiment/explain/posterior.ts';
import { SUSPECTS, suspectOf } from '../../../../src/experiment/explain/suspects.ts';

const report = (detector: Detector, where: string | null = 'app/cart.py:3'): DetectFinding['reports'][number] => ({
  detector,
  says: 'was left behind',
  where,
  test: null,
  trials: ['t-41'],
});
const finding = (...reports: DetectFinding['reports']): DetectFinding => ({ reports, trials: ['t-40', 't-41'] });

test('each report lifts its own suspect, and never so much that a proof would be doubted', () => {
  for (const detector of Object.keys(DETECTORS) as Detector[]) {
    const suspect = suspectOf(DETECTORS[detector]);
    const chances = posterior(detectorClues(finding(report(detector))));
    const prior = SUSPECTS[suspect].prior;
    expect(chances[suspect]).toBeGreaterThan(prior);
    expect(chances[suspect] / (1 - chances[suspect])).toBeLessThanOrEqual((4 * prior) / (1 - prior) + 1e-9);
  }
});

test('a clue names the place and the trial, and stands for all reports of its suspect', () => {
  const [first, ...others] = detectorClues(finding(report('open-handle'), report('never-awaited', null)));
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    says: 'detected in t-41: never awaited: was left behind, and 1 more like it',
    trials: ['t-41'],
  });
});

test('of a test the loudest report is told, and not what was left behind in another', () => {
  const target = testId('a.py::t1');
  const other = { ...report('data-race'), test: testId('a.py::t2') };
  const own = { ...report('unhandled-rejection'), test: target };
  expect(toldOf(target, finding(other, report('open-handle'), own))).toBe(own);
  expect(toldOf(target, finding(other))).toBeNull();
  expect(toldOf(target, null)).toBeNull();
  expect(reportInWords(own)).toBe('unhandled rejection: was left behind (app/cart.py:3)');
});

test('silence says nothing', () => {
  for (const silent of [null, finding()]) expect(detectorClues(silent)).toEqual([]);
});
