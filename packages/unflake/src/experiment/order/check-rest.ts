/** Are the culprits found all there are? Runs everything but them until the event comes again or should have come. */
import type { Count } from '../../contract/evidence.ts';
import type { Reply, Step } from '../plan.ts';
import type { OrderLog } from './order-log.ts';
import type { OrderSearch } from './order-search.ts';

export interface RestCheck {
  /** The rest still shows the event: there are further culprits. */
  readonly more: boolean;
  readonly seen: Count;
}

/** A further culprit may strike less surely than the one found, so that one silent run is never enough. */
const SUREST = 0.8;
const ERROR = 0.05;

/**
 * Stops after as many silent runs as a further culprit with the rate `p` would let pass once in twenty cases. An event that the background
 * rate `q` explains as well does not settle it; it raises the number of silent runs that are needed.
 */
export function* checkRest(
  search: OrderSearch,
  log: OrderLog,
  rest: readonly number[],
  rates: { readonly p: number; readonly q: number },
): Generator<Step, RestCheck, Reply> {
  const p = Math.min(SUREST, rates.p);
  const perEvent = Math.log(p / Math.min(p / 2, rates.q));
  const perSilence = Math.log(1 - p);
  let seen: Count = { failures: 0, runs: 0 };
  let score = 0;
  while (score > Math.log(ERROR) && score < -Math.log(ERROR)) {
    const missing = Math.ceil((Math.log(ERROR) - score) / perSilence);
    const size = Math.max(1, Math.min(search.jobs, missing, log.left));
    const about = {
      doing: `all ${rest.length} other earlier tests, then the target`,
      why: 'whether the culprits found are all there are',
      trialsLeft: Math.min(log.left, missing),
    };
    const queries = yield* log.put(new Array(size).fill(rest), about, () => 0);
    for (const { event } of queries) {
      seen = { failures: seen.failures + (event ? 1 : 0), runs: seen.runs + 1 };
      score += event ? perEvent : perSilence;
    }
  }
  return { more: score > 0, seen };
}
