import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../../src/contract/outcome.ts';
import type { TestId } from '../../../../src/contract/test-id.ts';
import type { Trial } from '../../../../src/contract/trial.ts';
import type { FakeWorld } from '../../../fake-suite.ts';
import { diagnosed, names } from './diagnose-options.ts';

const suite = names(8);
const [, polluter] = suite as [TestId, TestId];
const target = suite[6]!;

/** After the polluter it ends as `own` says in our trials, and a plain command as `plain` says. */
function world(own: Outcome, plain: (polluted: boolean) => Outcome): Omit<FakeWorld, 'target'> {
  return {
    behave: (before, { mode }) => {
      const polluted = before.includes(polluter);
      if (mode === 'plain') return { outcome: plain(polluted) };
      return { outcome: polluted ? own : 'passed' };
    },
  };
}

const modesOf = (trials: readonly (Trial | undefined | null)[]) => trials.map((trial) => trial?.mode);

describe('the reproduction', () => {
  test('is the plain command if that matches our trials', () => {
    const own = ['failed', 'errored', 'timed-out', 'crashed'] as const;
    for (const outcome of own) {
      const { findings, verdict } = diagnosed(
        world(outcome, (polluted) => (polluted ? outcome : 'passed')),
        suite,
        target,
      );
      expect(verdict).toBe('isolated');
      expect(modesOf([findings.reproduce?.failing, findings.reproduce?.passing])).toEqual(['plain', 'plain']);
    }
  });

  test.each(['timed-out', 'crashed', 'errored'] as const)(
    'is not a plain command that is %s as the test never was',
    (outcome) => {
      const either = [() => outcome, (polluted: boolean) => (polluted ? outcome : 'passed')];
      for (const plain of either) {
        const { findings, verdict, polluters, ran } = diagnosed(world('failed', plain), suite, target);
        expect(verdict).toBe('isolated');
        expect(polluters).toEqual([[polluter]]);
        expect(modesOf([findings.reproduce?.failing, findings.reproduce?.passing])).toEqual(['probe', 'probe']);
        // One run of each is enough.
        expect(ran.filter(({ mode }) => mode === 'plain').length).toBeLessThanOrEqual(2);
      }
    },
  );

  const typedRuns = (own: Parameters<typeof diagnosed>[0]) => {
    const { findings, verdict, ran } = diagnosed(own, suite, target);
    const last = ran.slice(ran.findIndex(({ mode }) => mode === 'plain'));
    const modes = modesOf(last.filter(({ mode, tests }) => mode === 'plain' || tests.length <= 2));
    return { reproduce: findings.reproduce!, verdict, modes };
  };

  test('runs each command once if both do what all trials before them did, and asks again by trials of ours', () => {
    const { reproduce, verdict, modes } = typedRuns({ polluters: [[polluter]] });
    expect(verdict).toBe('isolated');
    expect(reproduce).toMatchObject({
      confirmed: true,
      fails: { failures: 3, runs: 3 },
      passes: { failures: 0, runs: 3 },
    });
    expect(modesOf([reproduce.failing, reproduce.passing])).toEqual(['plain', 'plain']);
    expect(modes.slice(0, 6)).toEqual(['plain', 'plain', 'probe', 'probe', 'probe', 'probe']);
  });

  test('goes on with commands as long as they do not do what all trials did', () => {
    let typed = 0;
    const { modes, reproduce } = typedRuns({
      behave: (before, { mode }) => {
        const polluted = before.includes(polluter);
        if (mode === 'plain' && polluted) typed += 1;
        return { outcome: polluted && !(mode === 'plain' && typed === 1) ? 'failed' : 'passed' };
      },
    });
    expect(modes.filter((mode) => mode === 'plain').length).toBeGreaterThan(6);
    expect(reproduce.failing.mode).toBe('plain');
    expect(reproduce.fails.failures).toBe(reproduce.fails.runs - 1);
  });

  test('gives an unknown plain command time to build, and a known one ten times what it took', () => {
    const { ran } = diagnosed(
      world('timed-out', (polluted) => (polluted ? 'timed-out' : 'passed')),
      suite,
      target,
      5,
      { timeBoxMs: 300_000 },
    );
    const plain = ran.filter(({ mode }) => mode === 'plain');
    expect(plain.slice(0, 2).map(({ tests, timeBoxMs }) => [tests.length, timeBoxMs])).toEqual([
      [1, 60_000],
      [2, 5_000],
    ]);
  });

  test('gives no command more time than was allowed', () => {
    const { ran } = diagnosed({ polluters: [[polluter]] }, suite, target, 5, { timeBoxMs: 8_000 });
    expect(Math.max(...ran.map(({ timeBoxMs }) => timeBoxMs))).toBe(8_000);
  });
});
