/**
 * Counts the failures of the suite again before every later trial runs under a load. A failure that is frequent in the suite may pass its
 * first runs there by chance, and then looks as if a load had made it frequent; each trial under that load takes many times longer.
 */
import { confirm } from '../confirm/confirm.ts';
import { showsItOften } from '../confirm/is-rare.ts';
import { countedFailures } from '../counted-failures.ts';
import { type Plan, reportFindings } from '../plan.ts';
import { NO_TALLY } from '../tally.ts';
import { withStart } from './costs.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import { isAffordable } from './resolved-diagnose-options.ts';
import { throwIfStopped } from './throw-if-stopped.ts';

/** A failure that occurs in most suite runs shows itself in these 9 times in 10, also after five that passed by chance. */
const MORE_RUNS = 6;
/** Only a failure that is seen often ends them early. */
const NO_RATE = { failures: Number.POSITIVE_INFINITY, runs: Number.POSITIVE_INFINITY } as const;

/** False if the failure turns out to be frequent without any load. The new runs are added to the findings. */
export function* stillRare(context: DiagnosisContext): Plan<boolean> {
  const { options, arms, seen } = context;
  if (arms.alone === null || !isAffordable(context, arms.suite.cost)) return true;
  const { isolate, confirm: confirmed } = context.findings;
  const known = isolate ? { alone: isolate.alone, suite: isolate.suite } : confirmed!.arms;
  if ((known.suite?.failures ?? 0) === 0) return true;
  const { stopped, ...counted } = yield* confirm({
    target: options.target,
    arms: [withStart(arms.suite)],
    known,
    rate: NO_RATE,
    fingerprints: countedFailures(seen, options.target),
    jobs: options.jobs,
    maxTrials: Math.min(MORE_RUNS, context.trialsLeft()),
  });
  const { alone = NO_TALLY, suite = NO_TALLY } = counted.arms;
  yield* reportFindings(isolate ? { isolate: { ...isolate, suite } } : { confirm: counted });
  if (stopped !== 'trials') throwIfStopped(stopped);
  return !showsItOften([alone, suite]);
}
