/** Which hash seed a trial is given: one of a few, the same for the same trial, and not by its place in the plan. */
import { expect, test } from 'vitest';
import { GIVEN_SEED, SEEDS, seedVariables } from '../../../../src/engine/launchers/hash-seeds.ts';

const seedOf = (caseSeed: number, seed: number) =>
  Number(seedVariables('PYTHONHASHSEED', caseSeed, { seed }).PYTHONHASHSEED);
const TRIALS = Array.from({ length: 4000 }, (_, at) => at + 1);

test('a case has four seeds, which its trials share evenly', () => {
  const counts = new Map<number, number>();
  for (const trial of TRIALS) counts.set(seedOf(42, trial), (counts.get(seedOf(42, trial)) ?? 0) + 1);
  expect(counts.size).toBe(SEEDS);
  for (const count of counts.values()) expect(Math.abs(count / TRIALS.length - 1 / SEEDS)).toBeLessThan(0.03);
});

test('two arms that take turns do not share a seed by their place', () => {
  const even = TRIALS.filter((trial) => trial % 2 === 0).map((trial) => seedOf(42, trial));
  for (const seed of new Set(even)) {
    const share = even.filter((other) => other === seed).length / even.length;
    expect(Math.abs(share - 1 / SEEDS)).toBeLessThan(0.05);
  }
});

test('another case has other seeds, all of them larger than those of the knob and accepted by Python', () => {
  const [one, other] = [1, 2].map((caseSeed) => new Set(TRIALS.map((trial) => seedOf(caseSeed, trial))));
  expect([...one!].filter((seed) => other!.has(seed))).toEqual([]);
  for (const seed of [...one!, ...other!]) {
    expect(seed).toBeGreaterThanOrEqual(1_000_000);
    expect(seed).toBeLessThan(2 ** 32);
  }
});

test('the probe is told that the seed is ours', () => {
  const variables = seedVariables('PYTHONHASHSEED', 7, { seed: 3 });
  expect(variables[GIVEN_SEED]).toBe(variables.PYTHONHASHSEED);
});
