/** A search that started by chance is retracted, and the real cause found, over many seeds. */
import { expect, test } from 'vitest';
import { mistakes, power } from '../../../power.ts';
import { ALL_KNOBS, diagnosed, names } from './diagnose-options.ts';

test('what depends on the hash seed is found even where chance first pointed at the order', { timeout: 60_000 }, () => {
  const suite = names(2);
  const ends = Array.from({ length: 150 }, (_, seed) => {
    const fails = (hashSeed: string | undefined, even: boolean) =>
      hashSeed === undefined || hashSeed === 'as-is' || hashSeed === 'random' ? even : Number(hashSeed) % 2 === 1;
    const { verdict, cause, findings } = diagnosed(
      {
        behave: (_, { conditions }, dice) =>
          fails(conditions.hashSeed, dice.boolean(0.5))
            ? { outcome: 'failed', fingerprint: 'fp', message: 'it failed' }
            : { outcome: 'passed' },
      },
      suite,
      suite[1]!,
      seed + 9_000,
      { knobs: ALL_KNOBS, jobs: 2 },
    );
    return { end: `${verdict} ${cause?.kind}`, searched: findings.order !== null };
  });
  expect(ends.filter(({ searched }) => searched).length).toBeGreaterThan(0);
  const right = ends.filter(({ end }) => end === 'isolated iteration-order').length;
  expect(power(right, ends.length)).toBeGreaterThanOrEqual(148);
  expect(
    mistakes(
      ends.filter(({ end }) => end.startsWith('isolated') && end !== 'isolated iteration-order').length,
      ends.length,
    ),
  ).toBe(0);
});
