import { expect, test } from 'vitest';
import type { Conditions, Trial } from '../../../../src/contract/trial.ts';
import { diagnosePlan } from '../../../../src/experiment/diagnose/diagnose.ts';
import type { ResolvedDiagnoseOptions } from '../../../../src/experiment/diagnose/resolved-diagnose-options.ts';
import { explain } from '../../../../src/experiment/explain/explain.ts';
import { drivePlan, type FakeWorld, fakeSuite } from '../../../fake-suite.ts';
import { ALL_KNOBS, diagnosed, diagnoseOptions, names } from './diagnose-options.ts';

const suite = names(4);
const target = suite[2]!;

/** `passes`: the share of runs that pass under these conditions. */
function under(passes: (conditions: Conditions) => number, more: Partial<ResolvedDiagnoseOptions> = {}) {
  const behave: FakeWorld['behave'] = (_before, { conditions }, rng) => ({
    outcome: rng.boolean(passes(conditions)) ? 'passed' : 'failed',
    fingerprint: 'f',
  });
  return diagnosed({ behave }, suite, target, 5, { knobs: ALL_KNOBS, ...more });
}

test('a test that fails as root and passes for an ordinary user depends on who runs it', () => {
  const answer = under(({ user }) => (user === 'ordinary' ? 1 : 0));
  expect(answer).toMatchObject({
    verdict: 'isolated',
    cause: { family: 'external', kind: 'environment' },
    factor: { knob: 'user', failing: ['root'], passing: ['ordinary'] },
  });
  const { with: fails, pinned, without, control } = answer.findings.perturb!.proof!;
  expect([fails, pinned, without, control!].map(({ failures, runs }) => [failures, runs])).toEqual([
    [4, 4],
    [0, 4],
    [4, 4],
    [4, 4],
  ]);
});

test('a test whose date has passed is distinguished from a broken one', () => {
  const answer = under(({ date }) => (date?.startsWith('2025') ? 1 : 0));
  expect(answer).toMatchObject({ verdict: 'isolated', cause: { kind: 'date' }, factor: { knob: 'date' } });
  expect(answer.factor!.failing).toEqual(['as-is']);
});

test('a broken test fails once under each setting, and what was left out is reported', () => {
  const answer = under(() => 0);
  expect(answer.verdict).toBe('broken');
  const turned = answer.ran.map(({ conditions }) => JSON.stringify(conditions)).filter((text) => text !== '{}');
  expect(new Set(turned).size).toBe(turned.length);
  expect(turned.length).toBeLessThan(40);
  expect(turned.some((text) => text.includes('user'))).toBe(true);
  expect(answer.notTried.map(({ what }) => what).join()).toMatch(/date \(8 of 12 settings\)/);
});

test('a slow broken test is tried under few settings', () => {
  const options = diagnoseOptions(suite, target, 5, { knobs: ALL_KNOBS });
  const fake = fakeSuite({ target, behave: () => ({ outcome: 'failed', fingerprint: 'f' }) });
  const slowly = (trials: readonly Trial[]) => fake.run(trials).map((result) => ({ ...result, ms: 20_000 }));
  const { finding } = drivePlan(diagnosePlan(options), slowly, { budget: options.trials });
  expect(fake.ran.filter(({ conditions }) => Object.keys(conditions).length > 0).length).toBeLessThan(4);
  expect(explain(options, finding.findings)).toMatchObject({ verdict: 'broken' });
  expect(JSON.stringify(explain(options, finding.findings).notTried)).toContain('tz (5 of 5 settings)');
});

test('a machine that cannot run it as another user says why', () => {
  const refused = [{ knob: 'user', why: 'an ordinary user cannot reach /root/x', enable: 'chmod o+x /root' }];
  const knobs = ALL_KNOBS.filter(({ knob }) => knob !== 'user');
  const why = 'an ordinary user cannot reach /root/x; to enable it: chmod o+x /root';
  expect(under(() => 0, { refused, knobs }).notTried).toContainEqual({ what: 'knob user', why });
});

test('one pass that no setting explains makes it flaky, never broken and never isolated', () => {
  for (const share of [0.02, 0.05, 0.1]) {
    const { verdict } = under((conditions) => (Object.keys(conditions).length > 0 ? share : 0));
    expect(['narrowed', 'broken']).toContain(verdict);
  }
});

test('a healthy test is never run as another user: its files may not be accessible', () => {
  const { ran } = under(() => 1);
  expect(ran.some(({ conditions }) => 'user' in conditions)).toBe(false);
});

test('cut short, a run of failures is called neither broken nor flaky', () => {
  const options = diagnoseOptions(suite, target, 5, { knobs: ALL_KNOBS, trials: 5 });
  const fake = fakeSuite({ target, behave: () => ({ outcome: 'failed', fingerprint: 'f' }) });
  const { finding } = drivePlan(diagnosePlan(options), fake.run, { budget: 5 });
  const { verdict, summary } = explain(options, finding.findings);
  expect(verdict).toBe('narrowed');
  expect(summary).toMatch(
    /failed in each of \d runs: an ordinary bug, unless something that was not tried makes it pass\./,
  );
});
