/** What `isolate` has counted so far, and what the counts say. */
import type { IsolateFinding } from '../findings.ts';
import { RunningTally } from '../running-tally.ts';
import { twoArmPosterior } from '../statistics/two-arm-posterior.ts';
import type { IsolateOptions } from './isolate-options.ts';

export interface IsolationCounts {
  readonly alone: RunningTally;
  readonly suite: RunningTally;
  readonly file: RunningTally;
  /** Of two executions in one process. */
  readonly first: RunningTally;
  readonly second: RunningTally;
  /** Trials run by this plan. */
  tried: number;
}

export function startCounts(known: IsolateOptions['known']): IsolationCounts {
  return {
    alone: new RunningTally(known.alone),
    suite: new RunningTally(known.suite),
    file: new RunningTally(),
    first: new RunningTally(),
    second: new RunningTally(),
    tried: 0,
  };
}

export function isolationPosterior({ alone, suite }: IsolationCounts): IsolateFinding['posterior'] {
  const { never, always, same, worse, better } = twoArmPosterior(alone, suite);
  return {
    'not-reproduced': never,
    'always-fails': always,
    intrinsic: same,
    'suite-worse': worse,
    'suite-better': better,
  };
}

/** With this many failures and no pass, rates below one are ignored whatever the grid says. */
const FAILURES_TO_ALWAYS_FAIL = 30;

export function alwaysFails({ alone, suite }: IsolationCounts): boolean {
  const failures = alone.failures + suite.failures;
  return failures >= FAILURES_TO_ALWAYS_FAIL && failures === alone.runs + suite.runs;
}
