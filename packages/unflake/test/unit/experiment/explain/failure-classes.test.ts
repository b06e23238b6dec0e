import { expect, test } from 'vitest';
import type { Observation, TrialResult } from '../../../../src/contract/trial.ts';
import { failureClasses } from '../../../../src/experiment/explain/failure-classes.ts';
import { fakeMake } from '../../../fake-suite.ts';
import { names } from '../diagnose/diagnose-options.ts';

const [target, other] = names(2) as [ReturnType<typeof names>[number], ReturnType<typeof names>[number]];
const trial = fakeMake(target)([target]);

function result(at: number, mode: 'probe' | 'plain', ...observations: readonly Partial<Observation>[]): TrialResult {
  return {
    id: `t-${at}`,
    trial: { ...trial, mode },
    observations: observations.map((one, run) => ({ test: target, run, outcome: 'failed', ms: 1, ...one })),
    tally: { passed: 0, failed: 0, errored: 0, 'timed-out': 0, crashed: 0, skipped: 0, missing: 0 },
    ms: 1,
    atMs: at,
    ending: { code: 1, signal: null, timedOut: false },
    problems: [],
  };
}

test('failures are counted by fingerprint, every repetition, the most frequent first', () => {
  const wrong = { fingerprint: 'f-2', message: 'assert 3 == 2' };
  const classes = failureClasses(
    [
      result(1, 'probe', { fingerprint: 'f-1', message: 'gone' }),
      result(2, 'probe', wrong, wrong, { outcome: 'passed' }),
      result(3, 'probe', { outcome: 'crashed' }, { ...wrong, test: other }),
    ],
    target,
  );
  expect(classes).toEqual([
    { fingerprint: 'f-2', outcome: 'failed', message: 'assert 3 == 2', count: 2, trials: ['t-2'] },
    { fingerprint: 'f-1', outcome: 'failed', message: 'gone', count: 1, trials: ['t-1'] },
    { fingerprint: 'outcome:crashed', outcome: 'crashed', message: '', count: 1, trials: ['t-3'] },
  ]);
});

test('a plain command only shows that something failed, and is in no class', () => {
  expect(failureClasses([result(1, 'plain', {})], target)).toEqual([]);
});

test('of a long message the first lines are kept', () => {
  const message = Array.from({ length: 40 }, (_, line) => `line ${line} ${'x'.repeat(line === 1 ? 900 : 1)}`).join(
    '\n',
  );
  const [failure] = failureClasses([result(1, 'probe', { fingerprint: 'f', message })], target);
  const lines = failure!.message.split('\n');
  expect(lines).toHaveLength(13);
  expect(lines[0]).toBe('line 0 x');
  expect(lines[1]!.length).toBeLessThanOrEqual(401);
  expect(lines.at(-1)).toBe('…');
});
