/**
 * Does the test fail by itself, or because of what runs with it? Compares alone with the suite as it is, then looks at its own file and at
 * two executions in one process. Which tests are to blame is left to the order search.
 */

import type { IsolateFinding, IsolationVerdict } from '../findings.ts';
import { type Plan, PlanStopped } from '../plan.ts';
import { POSTERIOR } from '../statistics/thresholds.ts';
import { twoArmEValue } from '../statistics/two-arm-e-value.ts';
import { compareArms, isVain } from './compare-arms.ts';
import type { IsolateOptions } from './isolate-options.ts';
import { alwaysFails, type IsolationCounts, isolationPosterior, startCounts } from './isolation-counts.ts';
import { lookFurther } from './look-further.ts';
import { rowText, tableRow } from './table-row.ts';

export function* isolate(options: IsolateOptions): Plan<IsolateFinding> {
  const counts = startCounts(options.known);
  try {
    yield* compareArms(options, counts);
    if (!isVain(options, counts)) yield* lookFurther(options, counts);
  } catch (error) {
    if (error instanceof PlanStopped) return findingOf(counts, error.reason);
    throw error;
  }
  return findingOf(counts, counts.tried >= options.maxTrials ? 'trials' : undefined);
}

function findingOf(counts: IsolationCounts, stopped: IsolateFinding['stopped']): IsolateFinding {
  const { alone, suite, file, first, second } = counts;
  const posterior = isolationPosterior(counts);
  const others = alone.others + suite.others + file.others + first.others + second.others;
  return {
    verdict: verdictOf(posterior, counts),
    posterior,
    alone: alone.tally(),
    suite: suite.tally(),
    file: file.tried > 0 ? file.tally() : null,
    twice: first.tried > 0 ? { first: first.tally(), second: second.tally() } : null,
    tableRow: rowText(tableRow(alone, suite)),
    eValue: twoArmEValue(alone, suite),
    ...(others > 0 ? { otherFailures: others } : {}),
    ...(stopped ? { stopped } : {}),
  };
}

function verdictOf(posterior: IsolateFinding['posterior'], counts: IsolationCounts): IsolationVerdict {
  // Without a failure, or without a pass, there is no rate to compare, whatever the prior says.
  if (counts.alone.failures + counts.suite.failures === 0) return 'not-reproduced';
  if (alwaysFails(counts)) return 'always-fails';
  const verdicts = ['suite-worse', 'suite-better', 'intrinsic', 'always-fails', 'not-reproduced'] as const;
  return verdicts.find((verdict) => posterior[verdict] >= POSTERIOR.sure) ?? 'undecided';
}
