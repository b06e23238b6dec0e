import { expect, test } from 'vitest';
import type { TestId } from '../../../src/contract/test-id.ts';
import { countedFailures } from '../../../src/experiment/counted-failures.ts';
import { type Behaviour, fakeMake, fakeSuite } from '../../fake-suite.ts';
import { names } from './diagnose/diagnose-options.ts';

const [polluter, innocent, target] = names(3) as [TestId, TestId, TestId];
const make = fakeMake(target);
const failure = (type: string): Behaviour => ({ outcome: 'failed', fingerprint: `f-${type}-frame-words` });
const PASS: Behaviour = { outcome: 'passed' };

/** What the target does, run by run: alone, after an innocent test, and after its polluter. */
function seen(runs: Readonly<Record<'alone' | 'innocent' | 'polluter', readonly Behaviour[]>>) {
  const before = { alone: [], innocent: [innocent], polluter: [polluter] } as const;
  return Object.entries(runs).flatMap(([arm, does]) =>
    does.flatMap((one, at) => {
      const trial = make([...before[arm as keyof typeof before], target]);
      return fakeSuite({ target, seed: at, behave: () => one }).run([trial]);
    }),
  );
}

const times = <T>(count: number, one: T): readonly T[] => Array.from({ length: count }, () => one);
const mixed = (failures: number, runs: number, type: string) => [
  ...times(failures, failure(type)),
  ...times(runs - failures, PASS),
];

test('every failure counts while there is one class, or both occur together', () => {
  const polluted = times(6, failure('value'));
  expect(countedFailures(seen({ alone: times(10, PASS), innocent: [], polluter: polluted }), target)).toBeNull();
  const both = { alone: times(10, PASS), innocent: [], polluter: [...polluted, ...times(6, failure('key'))] };
  expect(countedFailures(seen(both), target)).toBeNull();
});

test('a class that other tests cause is separated from one that occurs by itself', () => {
  const runs = { alone: mixed(4, 12, 'race'), innocent: [], polluter: times(6, failure('value')) };
  expect(countedFailures(seen(runs), target)).toEqual(['f-value']);
});

test('it is found where the other class is the more frequent one after other tests, too', () => {
  const runs = { alone: mixed(12, 40, 'race'), innocent: mixed(14, 40, 'race'), polluter: times(12, failure('value')) };
  expect(countedFailures(seen(runs), target)).toEqual(['f-value']);
});

test('a single failure separates nothing', () => {
  const runs = { alone: mixed(1, 12, 'race'), innocent: [], polluter: times(6, failure('value')) };
  expect(countedFailures(seen(runs), target)).toBeNull();
});
