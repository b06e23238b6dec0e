/**
 * The fixed protocol, with one addition (the suite also runs if twenty runs alone pass): 10 or 20 runs, 5 + 5, three per half and five to
 * confirm, five timed and five each in parallel and serially. For users who ask for it, and as the baseline of our benchmarks. It concludes
 * by its own tables, not by statistics.
 */

import type {
  FixedBisection,
  FixedIsolation,
  FixedMultiRun,
  FixedProtocolFinding,
  FixedTiming,
} from '../../contract/fixed-protocol-finding.ts';
import { type Plan, PlanStopped } from '../plan.ts';
import { bisectHalves } from './bisect-halves.ts';
import type { FixedProtocolOptions } from './fixed-protocol-options.ts';
import { runIsolation } from './run-isolation.ts';
import { multiRunOf, runMany } from './run-many.ts';
import { runTiming } from './run-timing.ts';

/** Blocks are put here as they are finished, so that a stop loses none. */
interface Blocks {
  multiRun: FixedMultiRun;
  isolation: FixedIsolation | null;
  bisection: FixedBisection | null;
  timing: FixedTiming | null;
}

export function* fixedProtocol(options: FixedProtocolOptions): Plan<FixedProtocolFinding> {
  const blocks: Blocks = { multiRun: multiRunOf([]), isolation: null, bisection: null, timing: null };
  try {
    yield* follow(options, blocks);
  } catch (error) {
    if (error instanceof PlanStopped) return { ...blocks, stopped: error.reason };
    throw error;
  }
  return blocks;
}

function* follow(options: FixedProtocolOptions, blocks: Blocks): Plan<void> {
  blocks.multiRun = yield* runMany(options);
  const { passed, failed } = blocks.multiRun;
  if (passed + failed === 0) return;
  // A test that passes alone may still fail in its suite: the most frequent kind of flakiness, which runs alone never show.
  blocks.isolation = yield* runIsolation(options);
  const { isolated, inSuite, next } = blocks.isolation;
  if (next === 'report' || failed + isolated.failed + inSuite.failed === 0) return;
  if (next === 'bisection') blocks.bisection = yield* bisectHalves(options);
  blocks.timing = yield* runTiming(options);
}
