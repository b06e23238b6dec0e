/** Which flaky tests are grouped: by what trials showed first, then by a source that their code reaches. */
import { expect, test } from 'vitest';
import type { Cause, Kind } from '../../../../src/contract/cause.ts';
import type { ReachedSource } from '../../../../src/contract/static-source.ts';
import { type TestId, testId } from '../../../../src/contract/test-id.ts';
import type { Conditions } from '../../../../src/contract/trial.ts';
import { clusterTests } from '../../../../src/experiment/hunt/cluster-tests.ts';
import type { FlakyFinding } from '../../../../src/experiment/hunt/hunt-finding.ts';
import { HuntRecord } from '../../../../src/experiment/hunt/hunt-record.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(testId) as [TestId, TestId, TestId, TestId];
const polluter = testId('polluter');

const CLOCK = source('python/wall-clock', 12, { family: 'external', kind: 'date' });
const OTHER_CLOCK = source('python/wall-clock', 80, { family: 'external', kind: 'date' });
const STATE = source('python/shared-mutable-state', 3, { family: 'ordering', kind: 'victim' });
const RANDOM = source('python/unseeded-random', 5, { family: 'nondeterminism', kind: 'randomness' });

function source(rule: string, line: number, cause: Cause): ReachedSource {
  return { rule, file: 'shop.py', line, cause };
}

function flaky(test: TestId, kind: Kind | null, conditions: Conditions = {}, before: readonly TestId[] = []) {
  const failing = { before, conditions };
  return { is: 'flaky', test, kind, arm: 'alone', failing, needs: [], trial: 't-1', plain: null } as const;
}

const clustersOf = (tests: readonly FlakyFinding[], sources: Readonly<Record<string, readonly ReachedSource[]>>) =>
  clusterTests(tests, new HuntRecord(), new Map(Object.entries(sources).map(([name, own]) => [testId(name), own]))).map(
    ({ tests: own, why, source: from }) => ({ tests: own, why, line: from?.line ?? null }),
  );

test('tests that fail under the same knob and reach the same clock are one cluster, and another clock is another', () => {
  const tests = [
    flaky(a, 'time-zone', { tz: 'Asia/Kathmandu' }),
    flaky(b, 'time-zone', { tz: 'Asia/Kathmandu' }),
    flaky(c, 'time-zone', { tz: 'America/New_York' }),
    flaky(d, 'date', { date: '2024-02-29T12:00:00' }),
  ];
  expect(clustersOf(tests, { a: [CLOCK], b: [OTHER_CLOCK], c: [OTHER_CLOCK], d: [CLOCK] })).toEqual([
    { tests: [a, d], why: 'reach python/wall-clock at shop.py:12', line: 12 },
    { tests: [b, c], why: 'fail under other settings of tz, and reach python/wall-clock at shop.py:80', line: 80 },
  ]);
});

test('a polluter that trials showed comes before a source that the code only names', () => {
  const tests = [flaky(a, 'victim', {}, [polluter]), flaky(b, 'victim', {}, [polluter]), flaky(c, 'victim', {}, [d])];
  expect(clustersOf(tests, { a: [STATE], b: [STATE], c: [STATE] })).toEqual([
    { tests: [a, b], why: 'fail after polluter', line: null },
    { tests: [c], why: 'fail after d', line: null },
  ]);
});

test('victims of different polluters are one cluster if they reach the same state', () => {
  const tests = [flaky(a, 'victim', {}, [polluter]), flaky(b, 'victim', {}, [d])];
  expect(clustersOf(tests, { a: [STATE], b: [STATE] })).toEqual([
    { tests: [a, b], why: 'reach python/shared-mutable-state at shop.py:3', line: 3 },
  ]);
});

test('a source that does not suit what the arm showed joins nothing', () => {
  const tests = [flaky(a, 'locale', { locale: 'C' }), flaky(b, 'date', { date: '2024-02-29T12:00:00' })];
  expect(clustersOf(tests, { a: [CLOCK, RANDOM], b: [CLOCK, RANDOM] }).map(({ tests: own }) => own)).toEqual([
    [a],
    [b],
  ]);
});

test('tests that fail now and then are joined by unseeded numbers that they reach, and not by a clock', () => {
  const tests = [flaky(a, null), flaky(b, null)];
  expect(clustersOf(tests, { a: [CLOCK, RANDOM], b: [CLOCK, RANDOM] })).toEqual([
    {
      tests: [a, b],
      why: 'intermittent, with the same failure, and reach python/unseeded-random at shop.py:5',
      line: 5,
    },
  ]);
});
