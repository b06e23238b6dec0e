import { expect, test } from 'vitest';
import type { Outcome } from '../../../src/contract/outcome.ts';
import { testId } from '../../../src/contract/test-id.ts';
import type { Observation, TrialResult } from '../../../src/contract/trial.ts';
import { eventOf } from '../../../src/experiment/event-of.ts';
import { fakeMake, fakeSuite } from '../../fake-suite.ts';

const target = testId('the target');

function resultWith(...observations: Omit<Observation, 'test' | 'ms'>[]): TrialResult {
  const [result] = fakeSuite({ target }).run([fakeMake(target)([target])]);
  return { ...result!, observations: observations.map((o) => ({ test: target, ms: 1, ...o })) };
}

test.each<[Outcome, string]>([
  ['passed', 'pass'],
  ['failed', 'failure'],
  ['errored', 'failure'],
  ['timed-out', 'failure'],
  ['crashed', 'failure'],
  ['skipped', 'none'],
  ['missing', 'none'],
])('a target that %s is a %s', (outcome, event) => {
  expect(eventOf(resultWith({ run: 0, outcome }), target, null)).toBe(event);
});

test('only a known fingerprint is the failure; null and an empty list know every one', () => {
  const result = resultWith({ run: 0, outcome: 'failed', fingerprint: 'b' });
  expect(eventOf(result, target, ['a'])).toBe('other-failure');
  expect(eventOf(result, target, ['a', 'b'])).toBe('failure');
  expect(eventOf(result, target, [])).toBe('failure');
});

test('a failure without a fingerprint is compared by its outcome', () => {
  const result = resultWith({ run: 0, outcome: 'crashed' });
  expect(eventOf(result, target, ['outcome:crashed'])).toBe('failure');
  expect(eventOf(result, target, ['a'])).toBe('other-failure');
});

test('the last execution counts unless another is asked for', () => {
  const result = resultWith({ run: 0, outcome: 'passed' }, { run: 1, outcome: 'failed' });
  expect(eventOf(result, target, null)).toBe('failure');
  expect(eventOf(result, target, null, 0)).toBe('pass');
  expect(eventOf(result, target, null, 2)).toBe('none');
});

test('a trial that does not name the target has no event', () => {
  expect(eventOf(resultWith(), target, null)).toBe('none');
});
