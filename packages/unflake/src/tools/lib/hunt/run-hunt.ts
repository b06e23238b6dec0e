/** Runs one hunt from its request to its end: opens or resumes it, drives the plan, writes the result, stores it. */
import { random } from '@unflake/testkit/random';
import { isFault, UnflakeError } from '../../../contract/faults.ts';
import type { HuntResult } from '../../../contract/hunt.ts';
import type { Trial } from '../../../contract/trial.ts';
import { driveCase } from '../../../engine/drive/drive-case.ts';
import type { TrialRun } from '../../../engine/trial/run-trial.ts';
import type { TrialWorkspace } from '../../../engine/trial-workspace.ts';
import { huntPlan } from '../../../experiment/hunt/hunt.ts';
import type { ResolvedHuntOptions } from '../../../experiment/hunt/hunt-options.ts';
import type { Store, StoredHunt } from '../../../store/port.ts';
import type { LaunchAhead } from '../case/launch-ahead.ts';
import { capabilities } from '../case/run-case.ts';
import type { CasePrinting } from '../case/write-diagnosis.ts';
import { indexPath } from '../index-place.ts';
import { placesOf } from '../test-places.ts';
import type { ToolContext } from '../tool.ts';
import { type HuntRequest, huntRequest } from './hunt-request.ts';
import { writeHunt } from './write-hunt.ts';

export interface HuntRun extends CasePrinting {
  readonly workspace: TrialWorkspace;
  readonly store: Store;
  readonly request: HuntRequest;
  readonly context: ToolContext;
  /** When work on it started, by `monotonicMs`. */
  readonly beganAt: number;
  readonly ahead: LaunchAhead;
  /** The rounds of shards, where they are merged. */
  readonly elsewhere?: (trial: Trial) => TrialRun | undefined;
}

/** Share of the time for one circuit over all pairs of tests. */
const CIRCUIT_SHARE = 0.1;

/** The hunt stays resumable whatever happens. */
export async function runHunt(run: HuntRun, opened: StoredHunt): Promise<HuntResult> {
  const { subject, store, request, context } = run;
  const before = huntRequest(opened);
  requireSameTests(opened, run);
  context.emit({
    type: 'hunt-opened',
    huntId: opened.id,
    runner: subject.adapter.name,
    seed: opened.seed,
    tests: opened.suite.length,
    recorded: opened.trials,
  });
  try {
    const launch = await run.ahead.launch;
    const finding = await driveCase(huntPlan(resolved(run, opened)), {
      subject: launch.subject,
      workspace: { ...run.workspace, launcher: launch.launcher },
      machine: run.machine,
      outside: run.ahead.outside,
      store,
      caseId: opened.id,
      jobs: request.jobs,
      budget: { trials: Number.MAX_SAFE_INTEGER, minutes: request.minutes },
      budgetChanged: before.minutes !== request.minutes || before.rounds !== request.rounds,
      emit: context.emit,
      signal: context.signal,
      clock: context.clock,
      beganAt: run.beganAt,
      ...(run.elsewhere === undefined ? {} : { elsewhere: run.elsewhere }),
    });
    const failed = [
      ...finding.flaky.map(({ test }) => test),
      ...finding.broken.map(({ test }) => test),
      ...finding.unrepeated,
    ];
    const index = indexPath(subject.root, { store: store.place }, context);
    const placeOf = await placesOf(failed, { root: subject.root, index }, context);
    const result = writeHunt(opened, finding, { ...run, placeOf });
    store.closeHunt(opened.id, result, context.clock.currentTimeMillis());
    context.emit({ type: 'hunt-closed', huntId: opened.id, flaky: result.flaky.length });
    return result;
  } catch (error) {
    // A full disk may refuse this too; the first fault is the one to report.
    try {
      store.releaseCase(opened.id);
    } catch (second) {
      if (!isFault(second)) throw second;
    }
    throw error;
  }
}

function resolved({ subject, request }: HuntRun, opened: StoredHunt): ResolvedHuntOptions {
  const { machine, jobs, rounds, minutes, firstMinutes, timeoutSeconds } = request;
  return {
    suite: opened.suite,
    can: capabilities(subject.adapter, machine),
    knobs: machine.knobs,
    refused: machine.refused,
    cores: machine.cores,
    jobs,
    rounds,
    budgetMs: minutes * 60_000,
    circuitMs: CIRCUIT_SHARE * firstMinutes * 60_000,
    timeBoxMs: timeoutSeconds * 1000,
    random: random(opened.seed),
    ...(request.shards === undefined ? {} : { shards: request.shards }),
  };
}

function requireSameTests(opened: StoredHunt, { subject }: HuntRun): void {
  const hunted = new Set(opened.suite);
  const now = subject.suite.filter((test) => hunted.has(test));
  if (now.length === opened.suite.length && now.every((test, at) => test === opened.suite[at])) return;
  throw new UnflakeError('CASE_CHANGED', `the suite has changed since hunt ${opened.id} was opened`, {
    caseId: opened.id,
    testsThen: opened.suite.length,
    testsNow: now.length,
  });
}
