import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PendingTrial } from '../../../src/engine/drive/drive.ts';
import { trialsOf, unitsOf } from '../../../src/queue/unit.ts';
import { indexSuite } from '../../../src/store/selection.ts';
import { ids, trialOf } from '../engine/sample-trial.ts';

const TESTS = ids('one', 'two', 'three', 'four');
const suite = indexSuite(TESTS);

interface Wish {
  readonly exclusive: boolean;
  readonly ms: number;
}

function pendingOf(wishes: readonly Wish[]): readonly PendingTrial[] {
  return wishes.map(({ exclusive }, at) => ({
    seq: at + 1,
    key: `key-${at}`,
    phase: 'confirm',
    doing: 'runs alone',
    trial: trialOf({
      tests: TESTS.slice(at % 4),
      watch: at % 2 === 0 ? 'all' : TESTS.slice(at % 4),
      exclusive,
      seed: at,
    }),
  }));
}

function units(wishes: readonly Wish[], workers: number) {
  const expectedMs = ({ seed }: { readonly seed: number }) => wishes[seed]!.ms;
  return unitsOf(pendingOf(wishes), suite, { activeMs: 100, expectedMs, workers });
}

const short = (ms: number): Wish => ({ exclusive: false, ms });
const sizes = (wishes: readonly Wish[], workers: number) => units(wishes, workers).map(({ trials }) => trials.length);

test('a unit has about two seconds of trials, or one that takes longer', () => {
  expect(
    sizes(
      Array.from({ length: 10 }, () => short(500)),
      1,
    ),
  ).toEqual([4, 4, 2]);
  expect(sizes([short(5_000), short(100), short(100)], 1)).toEqual([1, 2]);
});

test('trials about which nothing is known are units of their own', () => {
  expect(sizes([short(0), short(0), short(0)], 1)).toEqual([1, 1, 1]);
});

test('of trials about which nothing is known, those with more runs of tests have more weight', () => {
  const weights = units([short(0), short(0), short(0), short(0)], 1).map(({ weight }) => weight);
  expect(weights).toEqual([4, 3, 2, 1]);
  expect(units([short(700), short(300)], 1).map(({ weight }) => weight)).toEqual([1_000]);
});

test('every worker gets a share of few short trials', () => {
  expect(
    sizes(
      Array.from({ length: 8 }, () => short(10)),
      4,
    ),
  ).toEqual([2, 2, 2, 2]);
});

test('an exclusive trial is a unit of its own', () => {
  const exclusive = { exclusive: true, ms: 10 };
  expect(sizes([short(10), exclusive, short(10), short(10)], 1)).toEqual([1, 1, 2]);
});

test('whatever the trials are, each is in one unit, in its order and as it was', () => {
  const wish = fc.record({ exclusive: fc.boolean(), ms: fc.integer({ min: 0, max: 3_000 }) });
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 40 }), fc.integer({ min: 0, max: 9 }), (wishes, workers) => {
      const put = units(wishes, workers);
      // As they come out of the database.
      const read = put.flatMap((unit) => trialsOf(JSON.parse(JSON.stringify(unit)), suite));
      expect(read).toEqual(pendingOf(wishes));
      for (const { trials } of put) {
        expect(trials.length).toBeGreaterThan(0);
        if (trials.length > 1) expect(trials.some(({ settings }) => settings.exclusive)).toBe(false);
      }
    }),
  );
});
