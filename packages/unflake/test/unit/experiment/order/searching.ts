/** What the tests of the order search share: a search among numbered tests, and driving it against a fake suite. */
import { random } from '@unflake/testkit/random';
import { type TestId, testId } from '../../../../src/contract/test-id.ts';
import { bisectOrder, type OrderSearch } from '../../../../src/experiment/order/bisect-order.ts';
import { drivePlan, type FakeWorld, fakeMake, fakeSuite } from '../../../fake-suite.ts';

export const target = testId('the target');

/** Tests by position: `at(3, 7)` are the fourth and the eighth candidate. */
export const at = (...positions: readonly number[]): readonly TestId[] =>
  positions.map((position) => testId(`test ${position}`));

/** Among `count` candidates, where the event always came with all of them and never alone. */
export function searchAmong(count: number, changes: Partial<OrderSearch> = {}): OrderSearch {
  return {
    target,
    candidates: at(...Array(count).keys()),
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

export function solve(
  world: Omit<FakeWorld, 'target'>,
  search: OrderSearch,
  limits: { readonly budget?: number } = {},
) {
  const suite = fakeSuite({ target, ...world });
  return { suite, ...drivePlan(bisectOrder(search), suite.run, limits) };
}

/** Sets in the order of their first test, for comparison. */
export const sorted = (sets: readonly (readonly TestId[])[]) =>
  [...sets].sort((a, b) => String(a[0]).localeCompare(String(b[0]), 'en', { numeric: true }));
