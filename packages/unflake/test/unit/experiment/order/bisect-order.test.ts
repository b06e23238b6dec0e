/** The order search against suites that exist only as a rule: who is named, who never is, and what the search says when it cannot tell. */
import { random } from '@unflake/testkit/random';
import { describe, expect, test } from 'vitest';
import { type TestId, testId } from '../../../../src/contract/test-id.ts';
import { bisectOrder, type OrderSearch } from '../../../../src/experiment/order/bisect-order.ts';
import { drivePlan, type FakeWorld, fakeMake, fakeSuite } from '../../../fake-suite.ts';

const target = testId('victim');
const named = (count: number): readonly TestId[] => Array.from({ length: count }, (_, at) => testId(`test ${at}`));
const at = (...positions: readonly number[]) => positions.map((position) => testId(`test ${position}`));

function searchFor(count: number, changes: Partial<OrderSearch> = {}): OrderSearch {
  return {
    target,
    candidates: named(count),
    event: 'failure',
    fixed: [],
    fingerprints: null,
    known: { all: { failures: 5, runs: 5 }, none: { failures: 0, runs: 20 } },
    duration: () => 1,
    startupMs: 20,
    make: fakeMake(target),
    random: random(7),
    jobs: 1,
    budget: 1000,
    findAll: true,
    ...changes,
  };
}

function solve(world: Omit<FakeWorld, 'target'>, search: OrderSearch) {
  const suite = fakeSuite({ target, ...world });
  return { suite, ...drivePlan(bisectOrder(search), suite.run) };
}

describe('a victim', () => {
  test('with one polluter: the search names it and says that there is no other', () => {
    const { finding } = solve({ polluters: [at(37)] }, searchFor(100));
    expect(finding).toMatchObject({ kind: 'culprits', sets: [at(37)], complete: true });
  });

  test('with two polluters that need each other: the search names the pair', () => {
    const { finding } = solve({ polluters: [at(12, 77)] }, searchFor(100));
    expect(finding).toMatchObject({ kind: 'culprits', sets: [at(12, 77)], complete: true });
  });

  test('with two independent polluters: the search names both', () => {
    const { finding } = solve({ polluters: [at(12), at(77)] }, searchFor(100));
    expect(finding.kind).toBe('culprits');
    expect([...finding.sets].sort()).toEqual([at(12), at(77)]);
    expect(finding.complete).toBe(true);
  });
});
