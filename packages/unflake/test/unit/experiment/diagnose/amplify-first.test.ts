import type { Random } from '@unflake/testkit/random';
import { describe, expect, test } from 'vitest';
import type { TestId } from '../../../../src/contract/test-id.ts';
import type { Conditions, Trial } from '../../../../src/contract/trial.ts';
import { knobsHere } from '../../../../src/engine/knobs/knob-choices.ts';
import type { Behaviour } from '../../../fake-suite.ts';
import { ABLE } from '../../knobs/sample-machine.ts';
import { ALL_KNOBS, diagnosed, names } from './diagnose-options.ts';

const suite = names(3);
const [polluter, , target] = suite as [TestId, TestId, TestId];
const FAILS: Behaviour = { outcome: 'failed', fingerprint: 'fp', message: 'no answer yet' };
const PASSES: Behaviour = { outcome: 'passed' };

type Rate = (conditions: Conditions, before: readonly TestId[]) => number;

function under(rate: Rate, seed: number, fails = FAILS) {
  const behave = (before: readonly TestId[], { conditions }: Trial, rng: Random) =>
    rng.boolean(rate(conditions, before)) ? fails : PASSES;
  return diagnosed({ behave }, suite, target, seed, { knobs: ALL_KNOBS });
}

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const slow: Rate = ({ cpu }) => (cpu === '0.25' ? 0.8 : cpu === '0.5' ? 0.3 : 0);

test('where stopping does not slow what waits, a quota is turned instead', () => {
  const knobs = knobsHere({ ...ABLE, runner: 'rspec' }).knobs;
  const slowed = (conditions: Conditions) => Number(conditions.quota ?? 1) <= 0.25;
  for (const plain of [0, 0.2]) {
    const behave = (_: readonly TestId[], { conditions }: Trial, rng: Random) =>
      rng.boolean(slowed(conditions) ? 0.9 : plain) ? FAILS : PASSES;
    const answers = SEEDS.map((seed) => diagnosed({ behave }, suite, target, seed, { knobs }));
    expect(
      new Set(answers.flatMap(({ ran }) => ran.flatMap(({ conditions }) => Object.keys(conditions)))),
    ).not.toContain('cpu');
    if (plain === 0) expect(answers.map(({ factor }) => factor?.knob)).toEqual(SEEDS.map(() => 'quota'));
    else expect(answers.some(({ findings }) => findings.time?.slowEffect === 'worse')).toBe(true);
  }
});

describe('a failure that is rare by itself', () => {
  const answers = SEEDS.map((seed) => under(slow, seed));

  test('is isolated under the load that makes it frequent', () => {
    expect(answers.map(({ verdict }) => verdict)).toEqual(SEEDS.map(() => 'isolated'));
    expect(answers.map(({ cause }) => `${cause!.family}/${cause!.kind}`)).toEqual(SEEDS.map(() => 'timing/short-wait'));
    expect(answers[0]!.factor).toMatchObject({ knob: 'cpu', failing: expect.arrayContaining(['0.25']) });
  });

  test('takes a quarter of the trials that plain reruns at one in fifty need for three failures', () => {
    const always: Rate = ({ cpu }) => (cpu === '0.25' ? 1 : cpu === '0.5' ? 0.3 : 0.02);
    const sorted = Array.from({ length: 25 }, (_, seed) => under(always, seed + 100).trials).sort((a, b) => a - b);
    expect(sorted[12]).toBeLessThanOrEqual(150 / 4);
  });

  test('takes about as many where only a tenth of a processor always brings it', () => {
    const rates: Readonly<Record<string, number>> = { '0.5': 0.1, '0.25': 0.4, '0.1': 1 };
    const answers = Array.from({ length: 25 }, (_, seed) => under(({ cpu }) => rates[cpu ?? ''] ?? 0.02, seed + 300));
    const sorted = answers.map(({ trials }) => trials).sort((a, b) => a - b);
    expect(sorted[12]).toBeLessThanOrEqual(40);
    expect(answers.filter(({ verdict }) => verdict === 'isolated').length).toBeGreaterThanOrEqual(21);
  });

  test('is reproduced once each way where the load always decided, and more often where it did not', () => {
    const runs = (rate: number) =>
      SEEDS.map(
        (seed) => under(({ cpu }) => (Number(cpu ?? 1) <= 0.25 ? rate : 0), seed).findings.reproduce?.fails.runs,
      );
    expect(new Set(runs(1))).toEqual(new Set([1]));
    expect(Math.max(...runs(0.6).map((count = 0) => count))).toBeGreaterThan(2);
  });

  test('is reported with the load that amplified it', () => {
    const [answer] = answers;
    expect(answer!.findings.amplify).toMatchObject({ kind: 'amplified', conditions: { cpu: '0.25' } });
    expect(answer!.evidence.map(({ claim }) => claim)).toContain('cpu 0.25, against nothing turned');
  });
});

test('a failure that came by itself twice at first, and then no more, is amplified before anything is drawn', () => {
  let plain = 0;
  const behave = (_: readonly TestId[], { conditions }: Trial) => {
    if (Object.keys(conditions).length === 0) plain += 1;
    return Number(conditions.cpu ?? 1) <= 0.25 || plain === 3 || plain === 6 ? FAILS : PASSES;
  };
  const { steps, findings, verdict } = diagnosed({ behave }, suite, target, 5, { knobs: ALL_KNOBS });
  expect(findings.confirm!.all.failures).toBe(2);
  expect(findings.amplify).toMatchObject({ kind: 'amplified', conditions: { cpu: '0.1' } });
  expect(verdict).toBe('isolated');
  expect(steps.filter(({ doing }) => doing.startsWith('draw'))).toEqual([]);
});

test('a failure that comes by itself now and then, under any load, is never isolated', () => {
  const verdicts = [0.02, 0.05, 0.1].flatMap((rate) => SEEDS.map((seed) => under(() => rate, seed).verdict));
  expect(verdicts.filter((verdict) => verdict === 'isolated')).toEqual([]);
});

test('a failure that shows by itself, and always when it is slowed, is proved with pin and control', () => {
  const rates: Readonly<Record<string, number>> = { '0.5': 0.5, '0.25': 1, '0.1': 1 };
  const answers = [...SEEDS, 9, 10, 11, 12].map((seed) => under(({ cpu }) => rates[cpu ?? ''] ?? 0.12, seed));
  const isolated = answers.filter(({ verdict }) => verdict === 'isolated');
  expect(isolated.length).toBe(answers.length);
  expect(isolated.map(({ cause }) => cause!.family)).toEqual(isolated.map(() => 'timing'));
  expect(isolated.some(({ findings }) => findings.time?.slowEffect === 'worse')).toBe(true);
});

test('two failures of twenty by themselves are no reason not to make them frequent, nor to look long where they come from', () => {
  const rates: Readonly<Record<string, number>> = { '0.25': 1, '0.1': 1 };
  const answers = Array.from({ length: 60 }, (_, seed) => under(({ cpu }) => rates[cpu ?? ''] ?? 0.06, seed + 700));
  const twoOfTwenty = answers.filter(({ findings }) => {
    const { all, arms } = findings.confirm!;
    return all.failures === 2 && all.runs === 20 && Object.values(arms).every(({ failures }) => failures === 1);
  });
  expect(twoOfTwenty.length).toBeGreaterThan(1);
  expect(twoOfTwenty.filter(({ findings }) => findings.amplify === null)).toEqual([]);
  expect(Math.max(...answers.map(({ findings }) => findings.isolate?.alone.runs ?? 0))).toBeLessThan(60);
});

test('what no load makes frequent is isolated to the end', () => {
  const answers = Array.from({ length: 20 }, (_, seed) => under(() => 0.05, seed + 800));
  const compared = answers.flatMap(({ findings }) => (findings.isolate ? [findings.isolate] : []));
  expect(compared.length).toBeGreaterThan(5);
  expect(compared.every(({ alone, verdict }) => verdict !== 'undecided' || alone.runs >= 100)).toBe(true);
});

test('what no load makes frequent is not tried under load twice, and its command is not run for ever', () => {
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
  expect(answers.filter(({ verdict }) => verdict === 'isolated')).toEqual([]);
});

test('what was looked at under load is not said to have had the whole processor', () => {
  const answers = SEEDS.map((seed) => under(({ cpu }) => (Number(cpu ?? 1) <= 0.25 ? 0.6 : 0.12), seed));
  const looked = answers.filter(({ findings }) => 'cpu' in findings.under);
  expect(looked.length).toBeGreaterThan(0);
  expect(looked.flatMap(({ findings }) => findings.time?.doses ?? [])).toEqual([]);
});

test('two of two are not enough to reproduce what the same load brought only now and then', () => {
  // Dice may be kind to the screening, to the proof and to the first two commands in turn.
  const answers = Array.from({ length: 60 }, (_, seed) => under(({ cpu }) => (cpu === '0.25' ? 0.5 : 0), seed + 1));
  const nowAndThen = answers.filter(({ verdict, findings }) => {
    const { failures, runs } = findings.perturb?.proof?.with ?? { failures: 0, runs: 0 };
    return verdict === 'isolated' && failures < runs;
  });
  expect(nowAndThen.length).toBeGreaterThan(10);
  for (const { findings } of nowAndThen) expect(findings.reproduce!.fails.runs).toBeGreaterThan(2);
});

test('a failure that only a tenth of a processor brings is isolated there', () => {
  const answers = SEEDS.map((seed) => under(({ cpu }) => (cpu === '0.1' ? 0.9 : 0), seed));
  expect(answers.map(({ verdict }) => verdict)).toEqual(SEEDS.map(() => 'isolated'));
  expect(answers[0]!.factor).toMatchObject({
    knob: 'cpu',
    failing: ['0.1'],
    passing: expect.arrayContaining(['1']),
  });
});

test('the rare failure may come once without the load as well', () => {
  const often: Rate = ({ cpu }) => (cpu === '0.25' ? 1 : 0.04);
  const verdicts = Array.from({ length: 20 }, (_, seed) => under(often, seed + 40).verdict);
  expect(verdicts.filter((verdict) => verdict === 'isolated').length).toBeGreaterThanOrEqual(16);
});

test('a failure that copies of itself bring, and mere load does not, is a collision', () => {
  const answers = SEEDS.map((seed) => under(({ copies }) => (copies === '4' ? 0.8 : 0), seed));
  expect(answers.map(({ cause }) => cause?.kind)).toEqual(SEEDS.map(() => 'parallel-collision'));
  expect(answers[0]!.summary).toContain('when copies of it run in parallel');
});

test('a failure that copies and mere load bring alike is not called a collision', () => {
  const answers = SEEDS.map((seed) => under(({ copies }) => (copies === '4' || copies === 'busy-4' ? 0.7 : 0), seed));
  expect(answers.map(({ verdict }) => verdict)).toEqual(SEEDS.map(() => 'narrowed'));
});

test('what an earlier run of itself left in the temporary folder is residue', () => {
  const answer = under(({ tmp }) => (tmp === 'shared' ? 0.9 : 0), 3);
  expect(answer).toMatchObject({ verdict: 'isolated', cause: { family: 'ordering', kind: 'residue' } });
});

test('a polluter that strikes under load is found there, and the answer says under which conditions', () => {
  const rate: Rate = ({ cpu }, before) => (before.includes(polluter) && cpu === '0.25' ? 0.9 : 0);
  const answer = under(rate, 2);
  expect(answer).toMatchObject({ verdict: 'isolated', cause: { kind: 'victim' }, polluters: [[polluter]] });
  expect(answer.summary).toContain('this was found under cpu 0.25');
  expect(answer.findings.reproduce).toMatchObject({
    failing: { conditions: { cpu: '0.25' }, tests: [polluter, target] },
    passing: { conditions: { cpu: '0.25' }, tests: [target] },
  });
});

test('two polluters on both sides of the test in the suite are found by shuffling', () => {
  const long = names(12);
  const behave = (before: readonly TestId[]) =>
    before.includes(long[2]!) && before.includes(long[10]!) ? FAILS : PASSES;
  const answer = diagnosed({ behave }, long, long[7]!, 3, { knobs: ALL_KNOBS });
  expect(answer.verdict).toBe('isolated');
  expect(answer.polluters.map((set) => [...set].sort())).toEqual([[long[10], long[2]].sort()]);
});

test('the kind of a timing failure is read off what it says', () => {
  const kind = (message: string, outcome: Behaviour['outcome'] = 'failed') =>
    under(slow, 1, { outcome, fingerprint: 'fp', message }).cause?.kind;
  expect(kind('Timeout of 200ms exceeded')).toBe('tight-timeout');
  expect(kind('assert 0.153 < 0.1')).toBe('elapsed-time-assertion');
  expect(kind('expected "ready", got "starting"')).toBe('short-wait');
});

describe('a load that causes the failure only sometimes', () => {
  const grows: Rate = ({ cpu }) => (cpu === '0.1' ? 0.95 : cpu === '0.25' ? 0.3 : cpu === '0.5' ? 0.1 : 0.01);
  const answers = SEEDS.map((seed) => under(grows, seed + 40));

  test('is shown at the dose that brings it often', () => {
    const doses = answers
      .filter(({ verdict }) => verdict === 'isolated')
      .map(({ findings }) => findings.reproduce!.failing.conditions.cpu);
    expect(doses.length).toBeGreaterThanOrEqual(6);
    // By luck the weaker one may look often enough.
    expect(doses.filter((dose) => dose === '0.1').length).toBeGreaterThan(doses.length / 2);
  });

  test('is left at its dose where nothing stronger does better', () => {
    const flat: Rate = ({ cpu }) => (cpu === '0.1' || cpu === '0.25' ? 0.35 : 0);
    const shown = SEEDS.map((seed) => under(flat, seed + 60).findings.perturb?.proof?.with ?? null);
    for (const tally of shown) if (tally) expect(tally.failures).toBeLessThan(tally.runs);
  });
});
