/** Hypotheses without evidence come after those with evidence, and are marked as not tested. */
import { describe, expect, test } from 'vitest';
import type { DetectFinding, IsolateFinding, Tally } from '../../../../src/contract/findings.ts';
import type { StaticSource } from '../../../../src/contract/static-source.ts';
import { type FindingsSoFar, nothingYet } from '../../../../src/experiment/diagnose/findings-so-far.ts';
import { baseRates } from '../../../../src/experiment/explain/base-rates.ts';
import { explain } from '../../../../src/experiment/explain/explain.ts';
import type { ExplainContext } from '../../../../src/experiment/explain/explanation.ts';
import { SUSPECT_NAMES } from '../../../../src/experiment/explain/suspects.ts';
import { ALL_KNOBS, diagnoseOptions, names } from '../diagnose/diagnose-options.ts';

const suite = names(3);
const target = suite[1]!;
const tally = (failures: number, runs: number): Tally => ({ failures, runs, trials: ['t-1'] });
const confirm: FindingsSoFar['confirm'] = {
  kind: 'flaky',
  arms: { alone: tally(3, 10), suite: tally(3, 10) },
  all: { failures: 6, runs: 20 },
  interval: { low: 0.1, high: 0.6, level: 0.95 },
  band: 'sometimes',
  bound: null,
  fingerprints: [],
};
const isolated = (verdict: 'suite-worse' | 'intrinsic', alone: Tally, inSuite: Tally): IsolateFinding => ({
  verdict,
  posterior: {
    'suite-worse': 0.02,
    'suite-better': 0.01,
    intrinsic: 0.02,
    'always-fails': 0,
    'not-reproduced': 0,
    [verdict]: 0.95,
  },
  alone,
  suite: inSuite,
  file: null,
  twice: null,
  tableRow: '',
});
const INTRINSIC: FindingsSoFar = {
  ...nothingYet(),
  confirm,
  isolate: isolated('intrinsic', tally(3, 10), tally(3, 10)),
};
const SUITE_WORSE: FindingsSoFar = {
  ...nothingYet(),
  confirm,
  isolate: isolated('suite-worse', tally(0, 10), tally(5, 10)),
};

const source = (kind: string, family: string, message: string, severity = 'warning'): StaticSource =>
  ({ rule: `python/${kind}`, file: 'app.py', line: 3, cause: { family, kind }, severity, message }) as StaticSource;
const SLEEP = source('short-wait', 'timing', 'sleeps', 'error');
const SET = source('iteration-order', 'nondeterminism', 'sees a set in its order');

function explained(findings: FindingsSoFar, sources: readonly StaticSource[] = [], context: ExplainContext = {}) {
  return explain(diagnoseOptions(suite, target, 1, { knobs: ALL_KNOBS, sources }), findings, context);
}
const kinds = (answer: ReturnType<typeof explained>) => answer.hypotheses.map(({ kind }) => kind);

describe('the order of hypotheses', () => {
  test('a cause that an experiment supports comes before an untested one, whatever the code and the priors say', () => {
    const answer = explained(SUITE_WORSE, [SLEEP], { runner: 'maven' });
    expect(kinds(answer)[0]).toBe('victim');
    const wait = answer.hypotheses.find(({ kind }) => kind === 'short-wait')!;
    expect(wait).toMatchObject({ tested: false, status: 'open' });
    expect(wait.posterior).toBeLessThan(answer.hypotheses[0]!.posterior);
    expect(answer.hypotheses.reduce((sum, { posterior }) => sum + posterior, 0)).toBeLessThanOrEqual(1 + 1e-9);
  });

  test('if no experiment distinguishes them, the code that the test reaches does', () => {
    for (const runner of ['pytest', 'go-test', 'mocha']) {
      expect(kinds(explained(INTRINSIC, [SET], { runner }))[0]).toBe('iteration-order');
    }
  });

  test('without either, the base rates of the ecosystem do', () => {
    expect(kinds(explained(INTRINSIC, [], { runner: 'maven' }))[0]).toBe('short-wait');
    expect(kinds(explained(INTRINSIC, [], { runner: 'pytest' }))[0]).not.toBe('short-wait');
    for (const runner of ['pytest', 'maven', 'jest', 'bats']) {
      const rates = baseRates(runner);
      expect(SUSPECT_NAMES.reduce((sum, name) => sum + rates[name], 0)).toBeCloseTo(1, 6);
    }
  });

  test('the kind of an external cause is the one that the code names', () => {
    const zone = source('time-zone', 'external', 'reads the zone');
    const clock = source('date', 'external', 'reads the wall clock', 'note');
    expect(kinds(explained(INTRINSIC, [clock, zone], { runner: 'pytest' }))[0]).toBe('time-zone');
    expect(kinds(explained(INTRINSIC, [clock], { runner: 'pytest' }))).toContain('date');
  });
});

test('what was not tried is said with its reason', () => {
  const refused = [{ knob: 'rngSeed', why: 'no seed can be given to this runtime', enable: null }];
  const knobs = ALL_KNOBS.filter(({ knob }) => knob !== 'rngSeed');
  const { hypotheses, summary } = explain(diagnoseOptions(suite, target, 1, { knobs, refused }), INTRINSIC);
  const told = (kind: string) => hypotheses.find((one) => one.kind === kind)!.distinguishedBy;
  expect(told('randomness')).toContain('(not tried: no seed can be given to this runtime)');
  expect(told('short-wait')).toMatch(/\(not tried\)$/);
  expect(summary).toContain('not tested');
});

test('an untested hypothesis is not rejected', () => {
  const time = {
    durations: [],
    timeoutLike: false,
    serial: null,
    parallel: null,
    doses: [
      { share: 1, tally: tally(0, 10) },
      { share: 0.1, tally: tally(10, 10) },
    ],
    parallelEffect: 'not-tried',
    slowEffect: 'worse',
  } as const;
  const { hypotheses } = explained({ ...INTRINSIC, time });
  expect(hypotheses[0]).toMatchObject({ kind: 'short-wait', tested: true });
  for (const { tested, status } of hypotheses) if (!tested) expect(status).toBe('open');
});

describe('a data race that the detector saw in the test', () => {
  const detect: DetectFinding = {
    reports: [{ detector: 'data-race', says: 'two writes', where: 'a.go:3', test: target, trials: ['t-9'] }],
    trials: ['t-9'],
  };
  const answer = explained({ ...INTRINSIC, detect }, [SLEEP], { runner: 'go-test' });

  test('leads the hypotheses, with the report as the first evidence for it', () => {
    expect(answer.hypotheses[0]).toMatchObject({ family: 'shared-state', kind: 'data-race', tested: true });
    expect(answer.hypotheses[0]!.for[0]).toBe('detected in t-9: data race: two writes (a.go:3)');
  });

  test('is named in the summary, and isolates nothing by itself', () => {
    expect(answer.summary).toContain('data race: two writes (a.go:3)');
    expect(answer).toMatchObject({ verdict: 'narrowed', cause: null });
    expect(answer.next).toBe('look first at what the detectors name');
  });
});
