import { type Random, random } from '@unflake/testkit/random';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testId } from '../../../../src/contract/test-id.ts';
import type { Conditions } from '../../../../src/contract/trial.ts';
import { trySeeds } from '../../../../src/experiment/perturb/try-seeds.ts';
import type { PerturbContext } from '../../../../src/experiment/perturb/turning.ts';
import { drivePlan, fakeMake, fakeSuite } from '../../../fake-suite.ts';
import { ALL_KNOBS } from '../diagnose/diagnose-options.ts';

const target = testId('the target');

type Rule = (conditions: Conditions, rng: Random) => boolean;

function tried(rule: Rule, { seed = 1, rate = 0.5, jobs = 1, budget = 1_000 } = {}) {
  const make = fakeMake(target);
  const turning: PerturbContext = {
    target,
    knobs: ALL_KNOBS,
    make: (conditions) => make([target], { conditions }),
    fingerprints: () => ['fp'],
    random: random(seed),
    jobs,
  };
  const suite = fakeSuite({
    target,
    seed,
    behave: (_, { conditions }, rng) =>
      rule(conditions, rng) ? { outcome: 'failed', fingerprint: 'fp', message: 'no' } : { outcome: 'passed' },
  });
  const plain = { failures: Math.round(20 * rate), runs: 20 };
  const { finding } = drivePlan(trySeeds(turning, plain), suite.run, { budget });
  return { kinds: Object.fromEntries(finding.map(({ knob, kind }) => [knob, kind])), finding, ran: suite.ran };
}

const seed = (setting: string | undefined, rng: Random): number =>
  setting === undefined || setting === 'as-is' ? rng.int(0, 59) : Number(setting);

test('names the one knob whose draw decides, and rejects the others', () => {
  const { kinds, finding } = tried(({ hashSeed }, rng) => seed(hashSeed, rng) % 4 === 2, { rate: 0.25 });
  expect(kinds).toEqual({ hashSeed: 'decides', rngSeed: 'varies', dirOrder: 'varies' });
  const { confirmed, failing, passing } = finding.find(({ knob }) => knob === 'hashSeed')!;
  expect(confirmed).toMatchObject({ with: { failures: 6, runs: 6 }, without: { failures: 0, runs: 6 } });
  expect(confirmed!.control!.failures).toBeLessThan(confirmed!.control!.runs);
  expect([failing[0], passing[0]]).toEqual(['2', '0']);
});

test('finds the order of folders, of which there are few draws', () => {
  const rule: Rule = ({ dirOrder }, rng) => (dirOrder === undefined ? rng.boolean(0.5) : dirOrder === 'reversed');
  expect(tried(rule).kinds).toMatchObject({ dirOrder: 'decides', hashSeed: 'varies', rngSeed: 'varies' });
});

test('finds a draw of one in twenty', () => {
  const rule: Rule = ({ rngSeed }, rng) => seed(rngSeed, rng) % 20 === 13;
  expect(tried(rule, { rate: 0.05 }).kinds).toMatchObject({ rngSeed: 'decides' });
});

test('says one-sided when no draw fails, after as many as should have', () => {
  const { kinds, ran } = tried(() => false, { rate: 0.3 });
  expect(new Set(Object.values(kinds))).toEqual(new Set(['one-sided']));
  expect(ran.length).toBeLessThanOrEqual(20);
});

test('says unresolved when it is cut short, whenever that is', () => {
  const rule: Rule = ({ hashSeed }, rng) => seed(hashSeed, rng) % 4 === 2;
  for (const budget of [1, 5, 12]) {
    const { finding } = tried(rule, { budget });
    expect(finding.map(({ kind }) => kind)).not.toContain('decides');
    expect(finding.every(({ stopped }) => stopped === 'budget')).toBe(true);
  }
});

test('is not run if nothing failed by itself', () => {
  expect(tried(() => false, { rate: 0 })).toMatchObject({ finding: [], ran: [] });
});

test('never blames a draw that decides nothing, whatever the rate and the jobs', () => {
  const worlds = fc.record({
    rate: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
    seed: fc.integer({ min: 1, max: 1e6 }),
    jobs: fc.constantFrom(1, 3),
  });
  fc.assert(
    fc.property(worlds, ({ rate, ...rest }) => {
      expect(Object.values(tried((_, rng) => rng.boolean(rate), { rate, ...rest }).kinds)).not.toContain('decides');
    }),
    { numRuns: 200, seed: 11 },
  );
});
