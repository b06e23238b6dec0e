/** A search that started by chance: alone it never failed, in the suite always, and yet the tests before it do not matter. */
import { expect, test } from 'vitest';
import { power } from '../../../power.ts';
import { at, searchAmong, solve } from './searching.ts';

const lucky = { all: { failures: 5, runs: 5 }, none: { failures: 0, runs: 5 } };
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed + 300);

test('says that order does not matter, unless chance keeps pointing at one test', () => {
  const kinds = SEEDS.map(
    (seed) => solve({ q: 0.5, seed }, searchAmong(30, { known: lucky, findAll: false })).finding.kind,
  );
  // Three fresh trials are enough to blame; the reproduction refutes such luck.
  const honest = kinds.filter((kind) => kind !== 'culprits');
  expect(power(honest.length, SEEDS.length)).toBeGreaterThanOrEqual(SEEDS.length / 2);
  expect(power(honest.filter((kind) => kind === 'no-order-effect').length, honest.length)).toBeGreaterThanOrEqual(
    honest.length - 2,
  );
});

test('costs no more than 130 trials on average', () => {
  const costs = SEEDS.map(
    (seed) => solve({ q: 0.5, seed }, searchAmong(30, { known: lucky, findAll: false })).finding.trials.length,
  );
  expect(costs.reduce((sum, cost) => sum + cost, 0) / costs.length).toBeLessThanOrEqual(130);
});

test('continues where two tests are needed together, certain or not', () => {
  for (const p of [1, 0.6]) {
    const found = SEEDS.slice(0, 10).map((seed) => {
      const known = { all: { failures: Math.round(5 * p), runs: 5 }, none: { failures: 0, runs: 5 } };
      return solve({ polluters: [at(4, 21)], p, seed }, searchAmong(30, { known, findAll: false })).finding.sets;
    });
    expect(
      power(found.filter((sets) => JSON.stringify(sets) === JSON.stringify([at(4, 21)])).length, found.length),
    ).toBeGreaterThanOrEqual(9);
  }
});

test('resumes with a single polluter that was given up because everything seemed to fail', () => {
  const searches = SEEDS.map((seed) =>
    solve({ polluters: [at(60)], p: 0.3, q: 0.02, seed }, searchAmong(100, { findAll: false })),
  );
  const right = searches.filter(({ finding }) => JSON.stringify(finding.sets) === JSON.stringify([at(60)]));
  expect(power(right.length, SEEDS.length)).toBeGreaterThanOrEqual(0.8 * SEEDS.length);
  const joint = searches.filter(({ steps }) => steps.some(({ why }) => why.includes('together')));
  expect(joint.length).toBeLessThanOrEqual(SEEDS.length / 4);
});
