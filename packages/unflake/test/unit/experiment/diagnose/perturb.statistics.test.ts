/** What must not be isolated, over many seeds: chance failures, and a second setting that only chance made look needed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Behaviour } from '../../../fake-suite.ts';
import { power } from '../../../power.ts';
import { names } from './diagnose-options.ts';
import { diagnosedUnder, type Rate } from './under.ts';

const suite = names(12);
const target = suite[7]!;
const fails: Behaviour = { outcome: 'failed', fingerprint: 'fp', message: 'expected 17, got 18' };

const under = (rate: Rate, seed: number) => diagnosedUnder(rate, { suite, target, fails }, seed);

test('not isolated: a second setting next to one that is enough by itself, although only three times in five', () => {
  const inKathmandu: Rate = ({ tz }) => (tz === 'Asia/Kathmandu' ? 0.6 : 0);
  // Worlds in which the screening took both for needed, and the first of them passed by luck where it was tried by itself.
  const lucky = [8, 38, 159, 229, 233, 298, 300, 320, 331, 499, 551, 571];
  for (const answer of lucky.map((seed) => under(inKathmandu, seed)))
    expect(answer.verdict === 'isolated' && answer.factor!.with).toBeFalsy();
  const usual = Array.from({ length: 30 }, (_, seed) => under(inKathmandu, seed + 600));
  expect(power(usual.filter(({ verdict }) => verdict === 'isolated').length, usual.length)).toBeGreaterThanOrEqual(25);
});

test('not isolated: chance failures of any rate, whatever is changed', () => {
  const seeds = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(fc.constantFrom(0.03, 0.1, 0.3, 0.5, 0.8), seeds, (rate, seed) => {
      expect(under(() => rate, seed).verdict).not.toBe('isolated');
    }),
    { numRuns: 25, seed: 3 },
  );
});
