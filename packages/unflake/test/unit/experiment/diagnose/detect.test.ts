import { describe, expect, test } from 'vitest';
import type { DetectorReport } from '../../../../src/contract/detector-report.ts';
import type { ConfirmFinding, DetectFinding, TimeFinding } from '../../../../src/contract/findings.ts';
import type { TrialResult } from '../../../../src/contract/trial.ts';
import { detect } from '../../../../src/experiment/diagnose/detect.ts';
import type { DiagnosisContext } from '../../../../src/experiment/diagnose/diagnosis-context.ts';
import { type FindingsSoFar, nothingYet } from '../../../../src/experiment/diagnose/findings-so-far.ts';
import { drivePlan, fakeMake, fakeSuite } from '../../../fake-suite.ts';
import { ALL_KNOBS, diagnoseOptions, names, ONLY_CPU } from './diagnose-options.ts';

const suite = names(4);
const target = suite[2]!;
const RACE: DetectorReport = { detector: 'data-race', says: 'two writes', where: 'app/cart.py:3', test: target };
const FLAKY = { kind: 'flaky', all: { failures: 3, runs: 10 }, arms: {} } as unknown as ConfirmFinding;
const SLOW = { slowEffect: 'worse', doses: [] } as unknown as TimeFinding;

const trial = fakeMake(target)([target]);
const fails = { failures: 3, runs: 3, trials: [] };
const passes = { failures: 0, runs: 3, trials: [] };
const reproduced = { failing: trial, passing: trial, fails, passes, confirmed: true };

interface Asked {
  readonly finding: DetectFinding | null;
  readonly conditions: readonly unknown[];
  readonly selections: readonly (readonly string[])[];
}

/** `says`: the reports of the n-th trial with the detectors on. */
function runDetectors(
  findings: Partial<FindingsSoFar>,
  says: (nth: number) => readonly DetectorReport[],
  { left = 100, budget = 100, knobs = ALL_KNOBS, failed = true } = {},
): Asked {
  const fake = fakeSuite({ target });
  const [seen] = fakeSuite({ target, q: failed ? 1 : 0 }).run([trial]);
  const context: DiagnosisContext = {
    options: diagnoseOptions(suite, target, 1, { knobs }),
    findings: { ...nothingYet(), confirm: FLAKY, ...findings },
    seen: [seen!],
    makeTrial: fakeMake(target),
    arms: undefined as unknown as DiagnosisContext['arms'],
    trialsLeft: () => left,
  };
  const run = (trials: Parameters<typeof fake.run>[0]): readonly TrialResult[] =>
    fake.run(trials).map((result) => ({ ...result, detected: says(fake.ran.length) }));
  const { finding } = drivePlan(detect(context), run, { budget });
  return {
    finding,
    conditions: fake.ran.map(({ conditions }) => conditions),
    selections: fake.ran.map(({ tests }) => tests),
  };
}

describe('the detectors are used', () => {
  test('once if they report at once, for the test alone, and nothing else is changed', () => {
    const { finding, conditions, selections } = runDetectors({}, () => [RACE, RACE]);
    expect(conditions).toEqual([{ detectors: 'on' }]);
    expect(selections).toEqual([[target]]);
    expect(finding).toEqual({
      reports: [{ detector: 'data-race', says: 'two writes', where: 'app/cart.py:3', test: target, trials: ['t-1'] }],
      trials: ['t-1'],
    });
  });

  test('if a failure occurred again, but without a comparison', () => {
    const reproduce = { ...reproduced, passing: null, passes: null };
    expect(runDetectors({ reproduce }, () => []).conditions).toHaveLength(3);
  });

  test('three times at most if they report nothing', () => {
    const { finding } = runDetectors({}, () => []);
    expect(finding).toEqual({ reports: [], trials: ['t-1', 't-2', 't-3'] });
  });

  test('again if they only report another test, and a repeated report appears once with all its trials', () => {
    const other = { ...RACE, test: suite[0]! };
    const { finding } = runDetectors({}, (nth) => (nth === 3 ? [RACE, other] : [other]));
    expect(finding?.reports.map(({ test: named, trials }) => [named, trials])).toEqual([
      [suite[0], ['t-1', 't-2', 't-3']],
      [target, ['t-3']],
    ]);
  });

  test('once if it never failed: it may have a race anyway', () => {
    expect(runDetectors({}, () => [], { failed: false }).conditions).toHaveLength(1);
  });

  test('once after a proof about time, with what the reproduction runs', () => {
    const tests = [suite[0]!, target];
    const reproduce = { ...reproduced, failing: { ...trial, tests } };
    expect(runDetectors({ reproduce, time: SLOW }, () => []).selections).toEqual([tests]);
  });
});

describe('the detectors are not used', () => {
  test.each([
    ['when something was proved that they know nothing of', { reproduce: reproduced }, {}],
    ['when it always fails', { confirm: { ...FLAKY, kind: 'always-fails' } as ConfirmFinding }, {}],
    ['when this runner has none', {}, { knobs: ONLY_CPU }],
    ['when no trial is left', {}, { left: 0 }],
  ])('%s', (_, findings, how) => {
    const { finding, conditions } = runDetectors(findings as Partial<FindingsSoFar>, () => [RACE], how);
    expect([finding, conditions]).toEqual([null, []]);
  });

  test('further when the engine stops, and their reports are kept', () => {
    const { finding, conditions } = runDetectors({}, () => [], { budget: 1 });
    expect(conditions).toHaveLength(1);
    expect(finding).toEqual({ reports: [], trials: ['t-1'] });
  });
});
