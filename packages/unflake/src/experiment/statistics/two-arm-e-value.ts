/**
 * The frequentist guarantee next to the Bayes rule: an e-value. If both arms share one rate, it ever reaches 1/α with probability at most
 * α, whatever the rate, however the arms were chosen, and whenever we look. A Beta mixture over two rates is compared with the best single
 * rate in hindsight, which no true single rate can beat.
 */
import type { Count } from '../../contract/evidence.ts';
import { logSequenceMarginal } from './beta-binomial.ts';

/** 20 or more refutes "the arms do not differ" at 95 %. */
export function twoArmEValue(a: Count, b: Count): number {
  const failures = a.failures + b.failures;
  return Math.exp(logSequenceMarginal(a) + logSequenceMarginal(b) - bestSingleRate(failures, a.runs + b.runs));
}

function bestSingleRate(failures: number, runs: number): number {
  return logPower(failures, runs) + logPower(runs - failures, runs);
}

/** ln of (part/whole)^part, with 0^0 = 1. */
function logPower(part: number, whole: number): number {
  return part === 0 ? 0 : part * Math.log(part / whole);
}
