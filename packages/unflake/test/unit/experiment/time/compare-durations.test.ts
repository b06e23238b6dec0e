import { random } from '@unflake/testkit/random';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDurations } from '../../../../src/experiment/time/compare-durations.ts';
import type { TimedRun } from '../../../../src/experiment/time/timed-run.ts';
import { isTimeoutLike } from '../../../../src/experiment/time/timeout-like.ts';

const passed = (ms: number | null): TimedRun => ({ failed: false, outcome: 'passed', ms, phases: null });
const failed = (ms: number | null): TimedRun => ({ failed: true, outcome: 'failed', ms, phases: null });
const steady = Array.from({ length: 10 }, (_, i) => passed(100 + i));

test('three failing runs of twice the time are slower', () => {
  const [total] = compareDurations([...steady, failed(200), failed(210), failed(205)]);
  expect(total).toMatchObject({
    phase: 'total',
    flag: 'slower',
    ratio: expect.closeTo(1.96, 1),
    passed: { median: 104.5, max: 109, n: 10 },
    failed: { median: 205, max: 210, n: 3 },
    fixedRule: false,
  });
  expect(total!.p).toBeCloseTo(2 / 286, 8);
  expect(total!.interval!.low).toBeGreaterThan(1);
});

test('failing early is faster', () => {
  expect(compareDurations([...steady, failed(40), failed(41), failed(42)])[0]!.flag).toBe('faster');
});

test('the same durations are the same', () => {
  expect(compareDurations([...steady, failed(101), failed(104.5), failed(108)])[0]!.flag).toBe('same');
});

test('two failures, or nine passes, are too few', () => {
  const few = compareDurations([...steady, failed(900), failed(900)])[0]!;
  expect(few).toMatchObject({ flag: 'too-few', ratio: null, p: null, interval: null, failed: { n: 2 } });
  expect(compareDurations([...steady.slice(1), failed(900), failed(900), failed(900)])[0]!.flag).toBe('too-few');
  expect(compareDurations([])[0]).toMatchObject({ flag: 'too-few', passed: null, failed: null, fixedRule: false });
});

test('a shift of a few milliseconds is what failing itself costs', () => {
  const quick = Array.from({ length: 10 }, (_, i) => passed(1 + i / 100));
  expect(compareDurations([...quick, failed(4), failed(5), failed(6)])[0]!.flag).toBe('same');
});

test('runs without a duration are left out', () => {
  expect(compareDurations([...steady, failed(null), failed(200), failed(200)])[0]!.failed!.n).toBe(2);
});

test('each phase is compared by itself', () => {
  const run = (fails: boolean, setup: number, call: number): TimedRun => ({
    failed: fails,
    outcome: fails ? 'failed' : 'passed',
    ms: setup + call,
    phases: { setup, call, teardown: 0 },
  });
  const runs = [
    ...Array.from({ length: 12 }, (_, i) => run(false, 10 + i / 10, 100 + i)),
    ...Array.from({ length: 4 }, (_, i) => run(true, 200 + i, 100 + 3 * i)),
  ];
  const flags = compareDurations(runs).map(({ phase, flag }) => [phase, flag]);
  expect(flags).toEqual([
    ['total', 'slower'],
    ['setup', 'slower'],
    ['call', 'same'],
    ['teardown', 'same'],
  ]);
});

test('the rules of the fixed protocol: call over 5 × median in a failing run, set-up over 10 × median in any run', () => {
  const run = (fails: boolean, setup: number, call: number): TimedRun => ({
    failed: fails,
    outcome: fails ? 'failed' : 'passed',
    ms: setup + call,
    phases: { setup, call, teardown: 8 },
  });
  const seeds = [
    run(false, 12, 145),
    run(true, 11, 2034),
    run(false, 340, 152),
    run(false, 12, 148),
    run(false, 12, 148),
  ];
  const rules = compareDurations(seeds).map(({ phase, fixedRule }) => [phase, fixedRule]);
  expect(rules).toEqual([
    ['total', true],
    ['setup', true],
    ['call', true],
    ['teardown', false],
  ]);
});

test('equal distributions are flagged in about three of a hundred worlds at most', () => {
  const rng = random('equal durations');
  const draw = () => 100 * Math.exp(rng.normal(0, 0.15)) * (rng.boolean(0.05) ? 2 + 4 * rng.float() : 1);
  let flagged = 0;
  for (let world = 0; world < 600; world += 1) {
    const runs = [
      ...Array.from({ length: 10 }, () => passed(draw())),
      ...Array.from({ length: 3 }, () => failed(draw())),
    ];
    if (compareDurations(runs)[0]!.flag !== 'same') flagged += 1;
  }
  expect(flagged / 600).toBeLessThan(0.045);
});

test('a flag never depends on the order of the runs', () => {
  const ms = fc.double({ min: 50, max: 5000, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(ms, { minLength: 10, maxLength: 14 }),
      fc.array(ms, { minLength: 3, maxLength: 6 }),
      (p, f) => {
        const runs = [...p.map(passed), ...f.map(failed)];
        const { flag, ratio } = compareDurations(runs)[0]!;
        const turned = compareDurations(runs.toReversed())[0]!;
        expect(turned.flag).toBe(flag);
        expect(turned.ratio).toBeCloseTo(ratio!, 9);
      },
    ),
    { seed: 20275 },
  );
});

test('failing runs that all end at the same high time look like a time limit', () => {
  expect(isTimeoutLike([...steady, failed(500), failed(501), failed(505)])).toBe(true);
  expect(isTimeoutLike([...steady, failed(500), failed(560), failed(640)])).toBe(false);
  expect(isTimeoutLike([...steady, failed(110), failed(110), failed(110)])).toBe(false);
  expect(isTimeoutLike([...steady, failed(500), failed(501)])).toBe(false);
});

test('whole milliseconds of a quick test are not a time limit', () => {
  const quick = Array.from({ length: 10 }, () => passed(1));
  expect(isTimeoutLike([...quick, failed(2), failed(2), failed(2)])).toBe(false);
});

test('two runs that the runner itself ended are a time limit', () => {
  const ended: TimedRun = { failed: true, outcome: 'timed-out', ms: null, phases: null };
  expect(isTimeoutLike([...steady, ended, ended])).toBe(true);
  expect(isTimeoutLike([...steady, ended, failed(100)])).toBe(false);
});
