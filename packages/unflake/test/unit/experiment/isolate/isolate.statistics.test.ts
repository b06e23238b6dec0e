/** How often comparing a test alone with the suite comes to the right verdict, over many seeds. */
import { expect, test } from 'vitest';
import { power } from '../../../power.ts';
import { run } from './isolating.ts';

test.each([
  [0, 0.5, 'suite-worse'],
  [0.1, 0.9, 'suite-worse'],
  [0.5, 0, 'suite-better'],
  [0.4, 0.4, 'intrinsic'],
  [0, 0, 'not-reproduced'],
  [1, 1, 'always-fails'],
])('alone %s and suite %s is %s, nine times of ten at least', (alone, suite, verdict) => {
  let right = 0;
  for (let seed = 1; seed <= 40; seed += 1) {
    if (run({ rates: { alone, suite }, seed }).finding.verdict === verdict) right += 1;
  }
  expect(power(right, 40)).toBeGreaterThanOrEqual(36);
});
