/** The odds over time end where the hypotheses are, and each step is a whole distribution. */
import { expect, test } from 'vitest';
import type { IsolateFinding, Tally } from '../../../../src/contract/findings.ts';
import type { StaticSource } from '../../../../src/contract/static-source.ts';
import { type FindingsSoFar, nothingYet } from '../../../../src/experiment/diagnose/findings-so-far.ts';
import { explain } from '../../../../src/experiment/explain/explain.ts';
import { diagnoseOptions, names } from '../diagnose/diagnose-options.ts';

const suite = names(3);
const target = suite[1]!;
const tally = (failures: number, runs: number, last: number): Tally => ({
  failures,
  runs,
  trials: ['t-1', `t-${last}`],
});
const isolate: IsolateFinding = {
  verdict: 'suite-worse',
  posterior: {
    'suite-worse': 0.95,
    'suite-better': 0.02,
    intrinsic: 0.03,
    'always-fails': 0,
    'not-reproduced': 0,
  },
  alone: tally(0, 10, 9),
  suite: tally(5, 10, 12),
  file: null,
  twice: null,
  tableRow: '',
};
const FLAKY: FindingsSoFar = {
  ...nothingYet(),
  confirm: {
    kind: 'flaky',
    arms: { alone: tally(0, 10, 9), suite: tally(5, 10, 12) },
    all: { failures: 5, runs: 20 },
    interval: { low: 0.1, high: 0.5, level: 0.95 },
    band: 'sometimes',
    bound: null,
    fingerprints: [],
  },
  isolate,
};
const SLEEP = {
  ...{ rule: 'python/short-wait', file: 'app.py', line: 3, message: 'sleeps', severity: 'error' },
  cause: { family: 'timing', kind: 'short-wait' },
} as StaticSource;

test.each([
  ['experiments alone', []],
  ['experiments and code', [SLEEP]],
])(
  'with %s the last step has the odds of the hypotheses, and the first has those before any trial',
  (_what, sources) => {
    const { odds, hypotheses } = explain(diagnoseOptions(suite, target, 1, { sources }), FLAKY, { runner: 'pytest' });
    const last = odds!.at(-1)!;
    expect(last.chances).toHaveLength(hypotheses.length);
    for (const { family, kind, posterior } of hypotheses) {
      const own = last.chances.find((one) => one.family === family && one.kind === kind);
      expect(own?.posterior, kind).toBeCloseTo(posterior, 12);
    }
    expect(odds![0]).toMatchObject({ after: null, says: 'before any evidence' });
    expect(last.after).toBe('t-12');
    for (const { chances } of odds!) {
      const sum = chances.reduce((total, { posterior }) => total + posterior, 0);
      expect(sum).toBeLessThanOrEqual(1 + 1e-9);
    }
    // The suite fails more often than the test alone, which speaks for order.
    const victim = (step: (typeof odds & object)[number]) =>
      step.chances.find(({ kind }) => kind === 'victim')!.posterior;
    expect(victim(last)).toBeGreaterThan(victim(odds![0]!));
  },
);

test('a case without a failure has no odds', () => {
  expect(explain(diagnoseOptions(suite, target, 1), nothingYet()).odds).toBeUndefined();
});
