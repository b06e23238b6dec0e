import fc from 'fast-check';
import { expect, test } from 'vitest';
import { naturalLog } from '../../src/random/natural-log.ts';
import { holds } from '../properties.ts';

test('agrees with Math.log to 15 digits on the whole of (0, 1]', () => {
  holds(
    fc.property(fc.double({ min: 1e-300, max: 1, noNaN: true }), (x) => {
      const exact = Math.log(x);
      expect(Math.abs(naturalLog(x) - exact)).toBeLessThanOrEqual(4e-16 * Math.max(Math.abs(exact), 1e-3) + 1e-18);
    }),
    { numRuns: 2000 },
  );
  expect(naturalLog(1)).toBe(0);
});
