/** The test fails while others run in parallel, and never otherwise. Tells a collision from mere load. */
import type { Count } from '../../contract/evidence.ts';
import type { Tally } from '../../contract/findings.ts';
import { loads } from '../perturb/load-ways.ts';
import { type Plan, reportFindings } from '../plan.ts';
import { NO_TALLY } from '../tally.ts';
import { isCollision } from '../time/is-collision.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import { measureTime, proveSlowness } from './measure-time.ts';
import { turnLoads } from './turn-knobs.ts';

/** One failure may be chance. */
const MIN_FAILURES = 2;
/** From this rate on, the other tests reproduce the failure well enough. */
const OFTEN = 0.75;

export function failsOnlyInParallel(counts: Readonly<Record<string, Tally | undefined>>): boolean {
  const { alone = NO_TALLY, suite = NO_TALLY, parallel = NO_TALLY } = counts;
  return parallel.failures >= MIN_FAILURES && alone.failures + suite.failures === 0;
}

/** True if the cause was found: a collision, or slowness. */
export function* explainParallelFailure(context: DiagnosisContext): Plan<boolean> {
  yield* measureTime(context, { onlyParallel: true });
  const { findings, options } = context;
  const found = findings.time!;
  if (found.slowEffect === 'worse') {
    yield* proveSlowness(context);
    return true;
  }
  if (found.parallelEffect === 'worse' && !failsMostRuns(found.parallel!)) {
    // Copies of the test collide with it more reliably than whatever tests happen to run in parallel.
    const copies = loads(options.knobs).filter(({ choice }) => choice.knob === 'copies');
    if (yield* turnLoads(context, copies, [options.target])) return true;
  }
  if (isCollision(found)) return true;
  yield* reportFindings({ time: null });
  return false;
}

const failsMostRuns = ({ failures, runs }: Count): boolean => failures >= OFTEN * runs;
