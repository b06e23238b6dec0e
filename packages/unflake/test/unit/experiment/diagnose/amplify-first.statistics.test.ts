/** How often a diagnosis that must amplify a rare failure is right, and its cost, over many seeds. */
import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../../fake-suite.ts';
import { mistakes, power } from '../../../power.ts';
import { names } from './diagnose-options.ts';
import { diagnosedUnder, type Rate } from './under.ts';

const suite = names(3);
const target = suite[2]!;
const FAILS: Behaviour = { outcome: 'failed', fingerprint: 'fp', message: 'no answer yet' };

const under = (rate: Rate, seed: number) => diagnosedUnder(rate, { suite, target, fails: FAILS }, seed);

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

test('a failure that is rare by itself takes a quarter of the trials that plain reruns at one in fifty need for three failures', () => {
  const always: Rate = ({ cpu }) => (cpu === '0.25' ? 1 : cpu === '0.5' ? 0.3 : 0.02);
  const sorted = Array.from({ length: 25 }, (_, seed) => under(always, seed + 100).trials).sort((a, b) => a - b);
  expect(sorted[12]).toBeLessThanOrEqual(150 / 4);
});

test('a failure that is rare by itself takes about as many trials where only a tenth of a CPU always brings it', () => {
  const rates: Readonly<Record<string, number>> = { '0.5': 0.1, '0.25': 0.4, '0.1': 1 };
  const answers = Array.from({ length: 25 }, (_, seed) => under(({ cpu }) => rates[cpu ?? ''] ?? 0.02, seed + 300));
  const sorted = answers.map(({ trials }) => trials).sort((a, b) => a - b);
  expect(sorted[12]).toBeLessThanOrEqual(40);
  expect(power(answers.filter(({ verdict }) => verdict === 'isolated').length, answers.length)).toBeGreaterThanOrEqual(
    21,
  );
});

test('a failure that is rare by itself is reproduced once each way where the load always decided, and more often where it did not', () => {
  const runs = (rate: number) =>
    SEEDS.map((seed) => under(({ cpu }) => (Number(cpu ?? 1) <= 0.25 ? rate : 0), seed).findings.reproduce?.fails.runs);
  expect(new Set(runs(1))).toEqual(new Set([1]));
  expect(Math.max(...runs(0.6).map((count = 0) => count))).toBeGreaterThan(2);
});

test('a failure that comes by itself sometimes, under any load, is never isolated', () => {
  const verdicts = [0.02, 0.05, 0.1].flatMap((rate) => SEEDS.map((seed) => under(() => rate, seed).verdict));
  expect(mistakes(verdicts.filter((verdict) => verdict === 'isolated').length, verdicts.length)).toBe(0);
});

test('a failure that shows by itself, and always when it is slowed, is proved with pin and control', () => {
  const rates: Readonly<Record<string, number>> = { '0.5': 0.5, '0.25': 1, '0.1': 1 };
  const answers = [...SEEDS, 9, 10, 11, 12].map((seed) => under(({ cpu }) => rates[cpu ?? ''] ?? 0.12, seed));
  const isolated = answers.filter(({ verdict }) => verdict === 'isolated');
  expect(power(isolated.length, answers.length)).toBe(answers.length);
  expect(isolated.map(({ cause }) => cause!.family)).toEqual(isolated.map(() => 'timing'));
  expect(isolated.some(({ findings }) => findings.time?.slowEffect === 'worse')).toBe(true);
});

test('two failures of twenty without a load do not prevent amplification, and their origin is not searched for long', () => {
  const rates: Readonly<Record<string, number>> = { '0.25': 1, '0.1': 1 };
  const answers = Array.from({ length: 60 }, (_, seed) => under(({ cpu }) => rates[cpu ?? ''] ?? 0.06, seed + 700));
  const twoOfTwenty = answers.filter(({ findings }) => {
    const { all, arms } = findings.confirm!;
    return all.failures === 2 && all.runs === 20 && Object.values(arms).every(({ failures }) => failures === 1);
  });
  expect(twoOfTwenty.length).toBeGreaterThan(1);
  expect(mistakes(twoOfTwenty.filter(({ findings }) => findings.amplify === null).length, twoOfTwenty.length)).toBe(0);
  expect(Math.max(...answers.map(({ findings }) => findings.isolate?.alone.runs ?? 0))).toBeLessThan(60);
});

test('what no load makes frequent is isolated to the end', () => {
  const answers = Array.from({ length: 20 }, (_, seed) => under(() => 0.05, seed + 800));
  const compared = answers.flatMap(({ findings }) => (findings.isolate ? [findings.isolate] : []));
  expect(compared.length).toBeGreaterThan(5);
  expect(compared.every(({ alone, verdict }) => verdict !== 'undecided' || alone.runs >= 100)).toBe(true);
});

test('what no load makes frequent is not tried under load twice, and its command is not run forever', () => {
  const answers = Array.from({ length: 20 }, (_, seed) => under(() => 0.02, seed + 900));
  const trialsIn = (why: RegExp) => (answer: (typeof answers)[number]) =>
    answer.steps.filter((step) => why.test(step.why)).reduce((sum, { trials }) => sum + trials.length, 0);
  expect(Math.max(...answers.map(trialsIn(/^the failure is rare/)))).toBeLessThanOrEqual(100);
  // Twenty of the plain command and twenty of ours, where no cause was thought proved on the way.
  const sorted = answers.map(trialsIn(/^a reproduction counts/)).sort((a, b) => a - b);
  expect(sorted[10]).toBeLessThanOrEqual(40);
});

test('a load is not blamed for what every fifth run does without it', () => {
  const answers = Array.from({ length: 40 }, (_, seed) => under(() => 0.2, seed + 500));
  expect(mistakes(answers.filter(({ verdict }) => verdict === 'isolated').length, answers.length)).toBe(0);
});

test('what was examined under load is not said to have had the whole CPU', () => {
  const answers = SEEDS.map((seed) => under(({ cpu }) => (Number(cpu ?? 1) <= 0.25 ? 0.6 : 0.12), seed));
  const looked = answers.filter(({ findings }) => 'cpu' in findings.under);
  expect(looked.length).toBeGreaterThan(0);
  expect(looked.flatMap(({ findings }) => findings.time?.doses ?? [])).toEqual([]);
});

test('two of two are not enough to reproduce what the same load brought only sometimes', () => {
  // Chance may favour the screening, the proof and the first two commands in turn.
  const answers = Array.from({ length: 60 }, (_, seed) => under(({ cpu }) => (cpu === '0.25' ? 0.5 : 0), seed + 1));
  const nowAndThen = answers.filter(({ verdict, findings }) => {
    const { failures, runs } = findings.perturb?.proof?.with ?? { failures: 0, runs: 0 };
    return verdict === 'isolated' && failures < runs;
  });
  expect(nowAndThen.length).toBeGreaterThan(10);
  for (const { findings } of nowAndThen) expect(findings.reproduce!.fails.runs).toBeGreaterThan(2);
});

test('the rare failure may come once without the load as well', () => {
  const often: Rate = ({ cpu }) => (cpu === '0.25' ? 1 : 0.04);
  const verdicts = Array.from({ length: 20 }, (_, seed) => under(often, seed + 40).verdict);
  expect(power(verdicts.filter((verdict) => verdict === 'isolated').length, verdicts.length)).toBeGreaterThanOrEqual(
    16,
  );
});

describe('a load that brings the failure only sometimes', () => {
  const grows: Rate = ({ cpu }) => (cpu === '0.1' ? 0.95 : cpu === '0.25' ? 0.3 : cpu === '0.5' ? 0.1 : 0.01);
  const answers = SEEDS.map((seed) => under(grows, seed + 40));

  test('is shown at the dose that causes it often', () => {
    const doses = answers
      .filter(({ verdict }) => verdict === 'isolated')
      .map(({ findings }) => findings.reproduce!.failing.conditions.cpu);
    expect(power(doses.length, answers.length)).toBeGreaterThanOrEqual(6);
    // By luck the weaker one may look often enough.
    expect(doses.filter((dose) => dose === '0.1').length).toBeGreaterThan(doses.length / 2);
  });

  test('is left at its dose if nothing stronger does better', () => {
    const flat: Rate = ({ cpu }) => (cpu === '0.1' || cpu === '0.25' ? 0.35 : 0);
    const shown = SEEDS.map((seed) => under(flat, seed + 60).findings.perturb?.proof?.with ?? null);
    for (const tally of shown) if (tally) expect(tally.failures).toBeLessThan(tally.runs);
  });
});
