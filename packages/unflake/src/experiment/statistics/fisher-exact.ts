/** Fisher's exact test: could two arms with one common rate show counts at least this far apart? For arms of fixed length. */
import type { Count } from '../../contract/evidence.ts';
import { requireCount } from './counts.ts';
import { logChoose } from './log-gamma.ts';

// Tables as likely as the observed one must be counted in spite of rounding.
const TIE_SLACK = 1e-9;

/** Two-sided p: the sum over all tables with these margins that are no likelier than the observed one. */
export function fisherExact(a: Count, b: Count): number {
  const observed = logTable(a.failures, a, b) + TIE_SLACK;
  return Math.min(
    1,
    sum(a, b, (k) => logTable(k, a, b) <= observed),
  );
}

/** One-sided p against "the rate of `a` is not above that of `b`". */
export function fisherExactGreater(a: Count, b: Count): number {
  return Math.min(
    1,
    sum(a, b, (k) => k >= a.failures),
  );
}

function sum(a: Count, b: Count, counts: (failuresOfA: number) => boolean): number {
  requireCount(a);
  requireCount(b);
  const failures = a.failures + b.failures;
  let total = 0;
  for (let k = Math.max(0, failures - b.runs); k <= Math.min(a.runs, failures); k += 1) {
    if (counts(k)) total += Math.exp(logTable(k, a, b));
  }
  return total;
}

function logTable(k: number, a: Count, b: Count): number {
  const failures = a.failures + b.failures;
  return logChoose(a.runs, k) + logChoose(b.runs, failures - k) - logChoose(a.runs + b.runs, failures);
}
