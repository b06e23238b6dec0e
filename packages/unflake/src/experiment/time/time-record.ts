/** The counts of `time`, and one round of its arms: each once, serially, with nothing in parallel. */
import type { TrialResult } from '../../contract/trial.ts';
import { HostWatch } from '../busy-host.ts';
import type { Arm } from '../findings.ts';
import type { Plan } from '../plan.ts';
import { RunningTally } from '../running-tally.ts';
import { rateEffectOf } from './effect.ts';
import type { TimeOptions } from './time-options.ts';

/** Weakest first. The strongest decides; the weaker shows whether more slowness means more failures. */
const DOSES = ['0.5', '0.25'] as const;
/** If parallel tests cause the failure: a failure that the strongest slowdown also causes may be due to their load. */
const DOSES_BESIDE = ['0.1'] as const;

export class TimeRecord {
  /** Fresh runs of the target alone at full speed. */
  readonly fullResults: TrialResult[] = [];
  readonly full = new RunningTally();
  readonly serial = new RunningTally();
  readonly parallel = new RunningTally();
  doses: readonly { readonly share: string; readonly tally: RunningTally }[] = [];
  readonly host = new HostWatch();

  /** Trials run by this plan. */
  get tried(): number {
    return this.host.asked;
  }

  isWorseInParallel(): boolean {
    return rateEffectOf(this.serial, this.parallel) === 'worse';
  }

  beginDoses(): void {
    const shares = this.isWorseInParallel() ? DOSES_BESIDE : DOSES;
    this.doses = shares.map((share) => ({ share, tally: new RunningTally() }));
  }
}

export interface Runner {
  readonly arm: Arm;
  readonly tally: RunningTally;
}

/** Runs each arm once. Returns whether there was room for it, repeats included, and each arm is still useful. */
export function* runRound(
  runners: readonly Runner[],
  options: TimeOptions,
  record: TimeRecord,
  why: string,
): Plan<boolean> {
  const room = options.maxTrials - record.tried;
  if (runners.length > room) return false;
  const step = {
    phase: 'time' as const,
    doing: `running the test: ${runners.map(({ arm }) => arm.name).join(', then ')}`,
    why,
    trials: runners.map(({ arm }) => ({ ...arm.make(), exclusive: true })),
  };
  const results = yield* record.host.ask(step, room);
  results.forEach((result, i) => {
    if (result === null) return;
    const { tally } = runners[i]!;
    tally.add(result, options.target, options.fingerprints);
    if (tally === record.full) record.fullResults.push(result);
  });
  return !results.includes(null) && runners.every(({ tally }) => !tally.isSilent);
}
