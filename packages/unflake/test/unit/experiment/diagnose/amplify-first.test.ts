import type { Random } from '@unflake/testkit/random';
import { describe, expect, test } from 'vitest';
import type { TestId } from '../../../../src/contract/test-id.ts';
import type { Conditions, Trial } from '../../../../src/contract/trial.ts';
import { knobsHere } from '../../../../src/engine/knobs/knob-choices.ts';
import type { Behaviour } from '../../../fake-suite.ts';
import { ABLE } from '../../knobs/sample-machine.ts';
import { ALL_KNOBS, diagnosed, names } from './diagnose-options.ts';
import { diagnosedUnder, type Rate } from './under.ts';

const suite = names(3);
const polluter = suite[0]!;
const target = suite[2]!;
const FAILS: Behaviour = { outcome: 'failed', fingerprint: 'fp', message: 'no answer yet' };
const PASSES: Behaviour = { outcome: 'passed' };

const under = (rate: Rate, seed: number, fails = FAILS) => diagnosedUnder(rate, { suite, target, fails }, seed);

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const slow: Rate = ({ cpu }) => (cpu === '0.25' ? 0.8 : cpu === '0.5' ? 0.3 : 0);

test('if stopping does not slow what waits, a quota is used instead', () => {
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

  test('is reported with the load that amplified it', () => {
    const [answer] = answers;
    expect(answer!.findings.amplify).toMatchObject({ kind: 'amplified', conditions: { cpu: '0.25' } });
    expect(answer!.evidence.map(({ claim }) => claim)).toContain('cpu 0.25, against unchanged');
  });
});

test('a failure that occurred twice at first, and then no more, is amplified before any draw', () => {
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

test('a failure that needs a tenth of a CPU is isolated there', () => {
  const answers = SEEDS.map((seed) => under(({ cpu }) => (cpu === '0.1' ? 0.9 : 0), seed));
  expect(answers.map(({ verdict }) => verdict)).toEqual(SEEDS.map(() => 'isolated'));
  expect(answers[0]!.factor).toMatchObject({
    knob: 'cpu',
    failing: ['0.1'],
    passing: expect.arrayContaining(['1']),
  });
});

test('a failure that copies of itself cause, and mere load does not, is a collision', () => {
  const answers = SEEDS.map((seed) => under(({ copies }) => (copies === '4' ? 0.8 : 0), seed));
  expect(answers.map(({ cause }) => cause?.kind)).toEqual(SEEDS.map(() => 'parallel-collision'));
  expect(answers[0]!.summary).toContain('when copies of it run in parallel');
});

test('a failure that copies and mere load cause alike is not called a collision', () => {
  const answers = SEEDS.map((seed) => under(({ copies }) => (copies === '4' || copies === 'busy-4' ? 0.7 : 0), seed));
  expect(answers.map(({ verdict }) => verdict)).toEqual(SEEDS.map(() => 'narrowed'));
});

test('what an earlier run of itself left in the temporary folder is residue', () => {
  const answer = under(({ tmp }) => (tmp === 'shared' ? 0.9 : 0), 3);
  expect(answer).toMatchObject({ verdict: 'isolated', cause: { family: 'ordering', kind: 'residue' } });
});

test('a polluter that needs a load is found under it, and the result names the conditions', () => {
  const rate: Rate = ({ cpu }, before) => (before.includes(polluter) && cpu === '0.25' ? 0.9 : 0);
  const answer = under(rate, 2);
  expect(answer).toMatchObject({ verdict: 'isolated', cause: { kind: 'victim' }, polluters: [[polluter]] });
  expect(answer.summary).toContain('this was found under cpu 0.25');
  expect(answer.findings.reproduce).toMatchObject({
    failing: { conditions: { cpu: '0.25' }, tests: [polluter, target] },
    passing: { conditions: { cpu: '0.25' }, tests: [target] },
  });
});

test('a polluter that struck often, but not in the first runs of the suite, is not searched for under a load', () => {
  const long = names(12);
  let plain = 0;
  // As in the demo: seven times of ten, but of the first six runs in the first alone.
  const behave = (before: readonly TestId[], { conditions }: Trial, rng: Random) => {
    if (!before.includes(long[5]!)) return PASSES;
    if (Object.keys(conditions).length === 0) plain += 1;
    const strikes = Object.keys(conditions).length === 0 && plain <= 6 ? plain === 1 : rng.boolean(0.7);
    return strikes ? FAILS : PASSES;
  };
  const answers = SEEDS.map((seed) => {
    plain = 0;
    return diagnosed({ behave }, long, long[9]!, seed, { knobs: ALL_KNOBS });
  });
  expect(answers.map(({ polluters }) => polluters)).toEqual(SEEDS.map(() => [[long[5]]]));
  expect(answers.map(({ findings }) => findings.under)).toEqual(SEEDS.map(() => ({})));
});

test('two polluters on both sides of the test in the suite are found by shuffling', () => {
  const long = names(12);
  const behave = (before: readonly TestId[]) =>
    before.includes(long[2]!) && before.includes(long[10]!) ? FAILS : PASSES;
  const answer = diagnosed({ behave }, long, long[7]!, 3, { knobs: ALL_KNOBS });
  expect(answer.verdict).toBe('isolated');
  expect(answer.polluters.map((set) => [...set].sort())).toEqual([[long[10], long[2]].sort()]);
});

test('the kind of a timing failure follows from its message', () => {
  const kind = (message: string, outcome: Behaviour['outcome'] = 'failed') =>
    under(slow, 1, { outcome, fingerprint: 'fp', message }).cause?.kind;
  expect(kind('Timeout of 200ms exceeded')).toBe('tight-timeout');
  expect(kind('assert 0.153 < 0.1')).toBe('elapsed-time-assertion');
  expect(kind('expected "ready", got "starting"')).toBe('short-wait');
});
