import { random } from '@unflake/testkit/random';
import { expect, test } from 'vitest';
import { BAYES_FACTOR, POSTERIOR } from '../../../../src/experiment/statistics/thresholds.ts';
import { twoArmBayesFactor } from '../../../../src/experiment/statistics/two-arm-bayes-factor.ts';

const SEED = 7;
const CASES = 1_000;
const PAIRS = 30;

/** The highest Bayes factor that two arms with one rate ever show, looked at after each pair of runs. */
function highest(rng: ReturnType<typeof random>): number {
  // The rate is drawn as the model believes: Beta(1/2, 1/2).
  const rate = Math.sin((Math.PI * rng.int(0, 1_000_000)) / 2_000_000) ** 2;
  const [first, second] = [
    { failures: 0, runs: 0 },
    { failures: 0, runs: 0 },
  ];
  let most = 0;
  for (let pair = 0; pair < PAIRS; pair += 1) {
    for (const arm of [first, second]) {
      arm.failures += rng.boolean(rate) ? 1 : 0;
      arm.runs += 1;
    }
    most = Math.max(most, twoArmBayesFactor(first, second));
  }
  return most;
}

test(`without an effect a Bayes factor is reached as rarely as the table says, whenever one looks (seed ${SEED})`, () => {
  const rng = random(SEED);
  const seen = Array.from({ length: CASES }, () => highest(rng));
  const share = (limit: number) => seen.filter((most) => most >= limit).length / CASES;
  for (const limit of [BAYES_FACTOR.hint, BAYES_FACTOR.proof, BAYES_FACTOR.slowdown]) {
    expect(share(limit)).toBeLessThanOrEqual(1 / limit);
  }
  // The bound is not empty: hints do come up by chance.
  expect(share(BAYES_FACTOR.hint)).toBeGreaterThan(0.01);
});

test('what names a cause needs more than what starts a search', () => {
  const { rejected, orderStandsOut, factorStandsOut, sure, amongMany, namesCause, unrivalled } = POSTERIOR;
  const rising = [rejected, orderStandsOut, factorStandsOut, sure, amongMany, namesCause, unrivalled];
  expect(rising).toEqual(rising.toSorted((a, b) => a - b));
});
