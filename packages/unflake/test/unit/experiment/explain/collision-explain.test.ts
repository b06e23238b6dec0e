import { expect, test } from 'vitest';
import type { Tally, TimeFinding } from '../../../../src/contract/findings.ts';
import { type FindingsSoFar, nothingYet } from '../../../../src/experiment/diagnose/findings-so-far.ts';
import { explain } from '../../../../src/experiment/explain/explain.ts';
import { fakeMake } from '../../../fake-suite.ts';
import { ALL_KNOBS, diagnoseOptions, names } from '../diagnose/diagnose-options.ts';

const suite = names(3);
const target = suite[1]!;
const options = diagnoseOptions(suite, target, 1, { knobs: ALL_KNOBS });
const tally = (failures: number, runs: number): Tally => ({ failures, runs, trials: ['t-1'] });
const trial = fakeMake(target)([target]);
const reproduce = { failing: trial, passing: trial, fails: tally(2, 2), passes: tally(0, 2), confirmed: true };

const time = {
  doses: [{ share: 0.1, tally: tally(0, 8) }],
  parallel: tally(8, 8),
  serial: tally(0, 8),
  parallelEffect: 'worse',
  slowEffect: 'same',
  durations: [],
  timeoutLike: false,
} as const satisfies TimeFinding;

function explained(alone: Tally) {
  const arms = { alone, suite: tally(0, 3) };
  const confirm: FindingsSoFar['confirm'] = {
    kind: 'not-reproduced',
    arms,
    all: { failures: alone.failures, runs: alone.runs + 3 },
    interval: { low: 0, high: 0.3, level: 0.95 },
    band: 'never',
    bound: 0.26,
    fingerprints: [],
  };
  return explain(options, { ...nothingYet(), confirm, time, reproduce });
}

const chance = ({ hypotheses }: ReturnType<typeof explained>) =>
  hypotheses.find(({ kind }) => kind === 'parallel-collision')!.posterior;

test('a failure that occurs in parallel, and neither alone nor slowed, is a collision', () => {
  const answer = explained(tally(0, 7));
  expect(answer).toMatchObject({ verdict: 'isolated', cause: { kind: 'parallel-collision' } });
  expect(chance(answer)).toBeGreaterThan(0.95);
});

test('a failure that also occurs alone is not, and keeps the probability of a suspicion', () => {
  const answer = explained(tally(4, 12));
  expect(answer.verdict).toBe('narrowed');
  expect(chance(answer)).toBeLessThan(chance(explained(tally(0, 7))));
  expect(chance(answer)).toBeLessThan(0.95);
});
