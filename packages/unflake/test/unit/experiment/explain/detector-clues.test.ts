import { expect, test } from 'vitest';
import { DETECTORS, type Detector, reportInWords } from '../../../../src/contract/detector-report.ts';
import type { DetectFinding } from '../../../../src/contract/findings.ts';
import { testId } from '../../../../src/contract/test-id.ts';
import { causeDetected, detectedOn, detectorClues } from '../../../../src/experiment/explain/detector-clues.ts';
import { posterior } from '../../../../src/experiment/explain/posterior.ts';
import { SUSPECTS, suspectOf } from '../../../../src/experiment/explain/suspects.ts';

const report = (detector: Detector, where: string | null = 'app/cart.py:3'): DetectFinding['reports'][number] => ({
  detector,
  says: 'was left behind',
  where,
  test: null,
  trials: ['t-41'],
});
const target = testId('a.py::t1');
const finding = (...reports: DetectFinding['reports']): DetectFinding => ({ reports, trials: ['t-40', 't-41'] });

test('each report raises its own suspect, and never enough to outweigh a proof', () => {
  for (const detector of Object.keys(DETECTORS) as Detector[]) {
    const suspect = suspectOf(DETECTORS[detector]);
    const chances = posterior(detectorClues(target, finding(report(detector))));
    const prior = SUSPECTS[suspect].prior;
    expect(chances[suspect]).toBeGreaterThan(prior);
    expect(chances[suspect] / (1 - chances[suspect])).toBeLessThanOrEqual((20 * prior) / (1 - prior) + 1e-9);
  }
});

test('a clue names the place and the trial, and represents all reports of its suspect', () => {
  const [first, ...others] = detectorClues(target, finding(report('open-handle'), report('never-awaited', null)));
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    says: 'detected in t-41: never awaited: was left behind, and 1 more like it',
    trials: ['t-41'],
  });
});

test('the most severe report of the test comes first, and leftovers of another test do not', () => {
  const own = { ...report('unhandled-rejection'), test: target };
  const left = { ...report('open-handle'), test: testId('a.py::t2') };
  const unknown = report('open-handle');
  expect(detectedOn(target, finding(left, unknown, own))).toEqual([own, unknown]);
  expect(detectedOn(target, finding(left))).toEqual([]);
  expect(detectedOn(target, null)).toEqual([]);
  expect(reportInWords(own)).toBe('unhandled rejection: was left behind (app/cart.py:3)');
});

test('a race in a test of the same package is on the way of this one, in another package it is not', () => {
  const near = { ...report('data-race'), test: testId('a.py::t2') };
  const far = { ...report('data-race'), test: testId('b.py::t2') };
  expect(detectedOn(target, finding(far, near))).toEqual([near]);
  const chance = (of: typeof near) => posterior(detectorClues(target, finding(of))).collision;
  expect(chance(near)).toBeGreaterThan(chance(far));
});

test('a race in the test itself names the kind; one in another test does not', () => {
  const other = { ...report('data-race'), test: testId('a.py::t2') };
  expect(causeDetected('collision', target, finding(report('data-race')))?.kind).toBe('data-race');
  expect(causeDetected('collision', target, finding(other))).toBeNull();
  expect(causeDetected('slow', target, finding(report('never-awaited')))?.kind).toBe('missing-await');
  expect(causeDetected('slow', target, finding(report('open-handle')))).toBeNull();
});

test('no report says nothing', () => {
  for (const silent of [null, finding()]) expect(detectorClues(target, silent)).toEqual([]);
});
