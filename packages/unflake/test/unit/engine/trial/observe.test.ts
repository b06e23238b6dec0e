import { expect, test } from 'vitest';
import type { Observation } from '../../../../src/contract/trial.ts';
import { observe, observePlain } from '../../../../src/engine/trial/observe.ts';
import { ids, NO_OUTCOMES, trialOf } from '../sample-trial.ts';

const [a, b, c] = ids('a', 'b', 'c');
const seen = (test = a!, outcome: Observation['outcome'] = 'passed', run = 0): Observation => ({
  test,
  run,
  outcome,
  ms: 1,
});

test('watched tests are kept one by one in the order of execution, the others only counted', () => {
  const trial = trialOf({ tests: [a!, b!, c!], watch: [c!, a!] });
  const { observations, tally } = observe(trial, {
    observations: [seen(a), seen(b, 'skipped'), seen(c, 'failed')],
    problems: [],
  });
  expect(observations).toEqual([seen(a), seen(c, 'failed')]);
  expect(tally).toEqual({ ...NO_OUTCOMES, passed: 1, skipped: 1, failed: 1 });
});

test('a watched test without a record is missing and comes last, never passed', () => {
  const trial = trialOf({ tests: [a!, b!], watch: [a!, b!] });
  const { observations, tally } = observe(trial, { observations: [seen(b)], problems: ['cut off'] });
  expect(observations).toEqual([seen(b), { test: a, run: 0, outcome: 'missing', ms: null }]);
  expect(tally).toEqual({ ...NO_OUTCOMES, passed: 1, missing: 1 });
});

test('each execution of a repeated test is kept, and the ones that did not happen are counted', () => {
  const trial = trialOf({ tests: [a!], watch: [a!], repeat: 3 });
  const { observations, tally } = observe(trial, { observations: [seen(a), seen(a, 'crashed', 1)], problems: [] });
  expect(observations).toEqual([seen(a), seen(a, 'crashed', 1)]);
  expect(tally).toEqual({ ...NO_OUTCOMES, passed: 1, crashed: 1, missing: 1 });
});

test('watching all means the selection, and a test outside of it does not count', () => {
  const trial = trialOf({ tests: [a!, b!], watch: 'all' });
  const { observations, tally } = observe(trial, { observations: [seen(c, 'failed'), seen(a)], problems: [] });
  expect(observations.map(({ test, outcome }) => [test, outcome])).toEqual([
    [a, 'passed'],
    [b, 'missing'],
  ]);
  expect(tally).toEqual({ ...NO_OUTCOMES, passed: 1, missing: 1 });
});

test('a plain command gives its one outcome to the watched tests, with a duration only when it ran one test', () => {
  const both = trialOf({ tests: [a!, b!], watch: [b!], mode: 'plain' });
  expect(observePlain(both, 'failed', 9, []).observations).toEqual([{ test: b, run: 0, outcome: 'failed', ms: null }]);
  const alone = trialOf({ tests: [b!], watch: [b!], mode: 'plain' });
  expect(observePlain(alone, 'passed', 9, []).observations).toEqual([{ test: b, run: 0, outcome: 'passed', ms: 9 }]);
});
