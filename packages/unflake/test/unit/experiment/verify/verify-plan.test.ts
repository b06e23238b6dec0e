import { describe, expect, test } from 'vitest';
import { VERIFY_VERDICTS } from '../../../../src/contract/verification.ts';
import { conditionOf, FAILED, PASSED, POLLUTER, TARGET, type VerifiedOptions, verified } from './worlds.ts';

const seeds = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

describe('a verification of the new code alone', () => {
  test('says fixed when the failing condition passes often enough, and how often that is', () => {
    const { verdict, after, control, passesNeeded, trials } = verified({ old: 1, now: 0 }, 1, {
      condition: conditionOf({ failures: 10, runs: 10 }),
    });
    expect(verdict).toBe('fixed');
    expect(after.failures).toBe(0);
    // 96 passes leave a tenth of the old rate one chance in 10,000; four of them and a control are a block.
    expect(passesNeeded).toBe(96);
    expect([after.runs, control?.runs, trials]).toEqual([96, 24, 120]);
  });

  test('stops in the first block if nothing has changed', () => {
    for (const seed of seeds(20)) {
      const { verdict, trials } = verified({ old: 1, now: 1 }, seed);
      expect([verdict, trials]).toEqual(['still-flaky', 5]);
    }
  });

  test('never says fixed where the rate fell to a tenth', () => {
    for (const old of [1, 0.5]) {
      const verdicts = seeds(100).map((seed) => verified({ old, now: old / 10 }, seed).verdict);
      expect(verdicts.filter((verdict) => verdict === 'fixed')).toEqual([]);
    }
  });

  test('says another failure by its fingerprint, once the old one is excluded', () => {
    const other = { outcome: 'failed', fingerprint: 'f-xxxxx-yyyyy-zzzzz', message: 'KeyError' } as const;
    const rare = verified({ old: 1, now: 0 }, 3, { behave: (_trial, chance) => (chance(0.1) ? other : PASSED) });
    expect(rare.verdict).toBe('different-failure');
    expect(rare.after.failures).toBe(0);
    expect(rare.after.runs).toBeGreaterThanOrEqual(rare.passesNeeded!);
    expect(rare.otherFailures[0]).toMatchObject({ fingerprint: other.fingerprint, message: 'KeyError' });
    const always = verified({ old: 1, now: 0 }, 3, { behave: () => other });
    expect([always.verdict, always.trials]).toEqual(['different-failure', 5]);
  });

  test('knows the old failure although the assertion moved or was reworded', () => {
    for (const fingerprint of ['f-aaaaa-moved-ccccc', 'f-aaaaa-bbbbb-reworded']) {
      expect(verified({ old: 1, now: 1 }, 1, { behave: () => ({ ...FAILED, fingerprint }) }).verdict).toBe(
        'still-flaky',
      );
    }
  });

  test('says nothing about a test that is skipped or has no outcome', () => {
    const skipped = verified({ old: 1, now: 0 }, 1, { behave: () => ({ outcome: 'skipped' }) });
    expect([skipped.verdict, skipped.reason]).toEqual(['not-comparable', 'skipped']);
    // As under `xfail`: the control passes.
    const expected = verified({ old: 1, now: 0 }, 1, {
      behave: ({ tests }) => (tests.includes(POLLUTER) ? { outcome: 'skipped' } : PASSED),
    });
    expect([expected.verdict, expected.reason]).toEqual(['not-comparable', 'skipped']);
    const missing = verified({ old: 1, now: 0 }, 1, { behave: () => ({ outcome: 'missing' }) });
    expect([missing.verdict, missing.reason]).toEqual(['not-comparable', 'no-outcome']);
  });

  test.each([0.9, 0.3, 0.02])('is not fixed by failures that count as skips, at a rate of %d', (rate) => {
    const behave: VerifiedOptions['behave'] = ({ tests, conditions }, chance) => {
      if (!tests.includes(POLLUTER) || !chance(rate)) return PASSED;
      return conditions.code === 'before' ? FAILED : { outcome: 'skipped' };
    };
    const condition = conditionOf({ failures: 3, runs: Math.round(3 / rate) });
    for (const code of ['new', 'both'] as const) {
      const { verdict, reason } = verified({ old: rate, now: 0 }, 1, { code, behave, condition });
      expect([code, verdict, reason]).toEqual([code, 'not-comparable', 'skipped']);
    }
  });

  test('is fixed although some runs skip it, if they did before', () => {
    const behave: VerifiedOptions['behave'] = ({ conditions }, chance) =>
      chance(0.3) ? { outcome: 'skipped' } : conditions.code === 'before' ? FAILED : PASSED;
    expect(verified({ old: 1, now: 0 }, 1, { code: 'both', behave }).verdict).toBe('fixed');
  });

  test('says that code which has not changed proves nothing when it passes', () => {
    const { verdict, reason, after } = verified({ old: 1, now: 0 }, 1, { sameCode: true });
    expect([verdict, reason]).toEqual(['not-comparable', 'same-code']);
    expect(after.runs).toBeLessThan(20);
  });

  test('is undecided with what it has when the budget is spent', () => {
    const { verdict, reason, after } = verified({ old: 1, now: 0 }, 1, { budget: 50 });
    expect([verdict, reason, after.failures, after.runs]).toEqual(['undecided', 'budget', 0, 40]);
  });

  test('takes all known polluters in turns, so that a fix of one of two does not pass', () => {
    const second = 'a.py::second' as typeof POLLUTER;
    const both = conditionOf({ failures: 6, runs: 6 });
    const condition = { ...both, failing: [...both.failing, { ...both.failing[0]!, tests: [second, TARGET] }] };
    const { verdict } = verified({ old: 1, now: 0 }, 1, {
      condition,
      behave: ({ tests }) => (tests.includes(second) ? FAILED : PASSED),
    });
    expect(verdict).toBe('still-flaky');
  });

  test('draws new seeds where a draw decides, after those that failed', () => {
    const [main] = conditionOf({ failures: 6, runs: 20 }).failing;
    const failing = [{ ...main!, conditions: { rngSeed: '3' } }];
    const condition = conditionOf({ failures: 6, runs: 20 }, { failing, draw: { knob: 'rngSeed', setting: '3' } });
    // The change moved the failure to other draws: the known one passes.
    const { verdict, ran } = verified({ old: 0.3, now: 0 }, 1, {
      condition,
      behave: ({ conditions: { rngSeed } }) => (Number(rngSeed ?? 3) % 3 === 1 ? FAILED : PASSED),
    });
    expect(verdict).toBe('still-flaky');
    expect(ran.filter(({ conditions }) => conditions.rngSeed === '3')).toHaveLength(1);
  });
});

describe('a verification of both sides', () => {
  test('runs the old code red, the new one green, and the old one red again, in turns', () => {
    const { verdict, before, after, failedAgain, ran } = verified({ old: 1, now: 0 }, 7, { code: 'both' });
    expect(verdict).toBe('fixed');
    expect(failedAgain).toBe(true);
    expect(before.from).toBe('now');
    expect(before.failures).toBe(before.runs);
    expect(after.runs).toBeGreaterThanOrEqual(90);
    const sides = ran.map(({ conditions }) => conditions.code);
    expect([sides[0], sides.at(-1)]).toEqual(['before', 'before']);
    const lastNew = sides.lastIndexOf('after');
    // Old runs lie between new ones, not only around them.
    expect(sides.slice(1, lastNew).filter((side) => side === 'before').length).toBeGreaterThan(15);
  });

  test('says that the fix proves nothing when the old code does not fail', () => {
    const { verdict, reason, trials, ran } = verified({ old: 0, now: 0 }, 1, {
      code: 'both',
      condition: conditionOf({ failures: 10, runs: 10 }),
    });
    expect([verdict, reason, trials]).toEqual(['not-comparable', 'old-code-passes', 4]);
    expect(ran.every(({ conditions }) => conditions.code === 'before')).toBe(true);
  });

  test('says so when the old code stops failing on the way', () => {
    let runs = 0;
    const { verdict, reason } = verified({ old: 1, now: 0 }, 1, {
      code: 'both',
      behave: ({ conditions }) => {
        if (conditions.code === 'before') runs += 1;
        return conditions.code === 'before' && runs < 4 ? FAILED : PASSED;
      },
    });
    expect(verdict).not.toBe('fixed');
    expect([verdict, reason]).toEqual(['not-comparable', 'old-code-passes']);
  });

  test('does not take a broken place for the old failure', () => {
    const broken = { outcome: 'errored', fingerprint: 'f-nonee-xxxxx-yyyyy', message: 'No module named app' } as const;
    const { verdict, reason } = verified({ old: 1, now: 0 }, 1, {
      code: 'both',
      behave: ({ conditions }) => (conditions.code === 'before' ? broken : PASSED),
    });
    expect([verdict, reason]).toEqual(['not-comparable', 'old-code-fails-otherwise']);
  });

  test('never says fixed where the rate fell to a tenth', () => {
    for (const old of [1, 0.5]) {
      const verdicts = seeds(60).map((seed) => verified({ old, now: old / 10 }, seed, { code: 'both' }).verdict);
      expect(verdicts.filter((verdict) => verdict === 'fixed')).toEqual([]);
    }
  });
});

test('the same results give the same trials', () => {
  for (const code of ['new', 'both'] as const) {
    const [first, again] = [1, 2].map(() => verified({ old: 0.7, now: 0 }, 9, { code }).ran);
    expect(again).toEqual(first);
  }
});

test('every verdict is one of the table, and fixed has no failure', () => {
  for (const seed of seeds(60)) {
    const { verdict, after } = verified({ old: 0.6, now: (seed % 4) / 8 }, seed, { budget: 300 });
    expect(VERIFY_VERDICTS).toContain(verdict);
    if (verdict === 'fixed') expect(after.failures).toBe(0);
  }
});
