/** Runs one hunt from its request to its end: opens or resumes it, drives the plan, writes the result, stores it. */

import { random } from '@unflake/testkit/random';
import { UnflakeError } from '../../../contract/faults.ts';
import type { HuntResult } from '../../../contract/hunt.ts';
import type { TestId } from '../../../contract/test-id.ts';
import type { Trial } from '../../../contract/trial.ts';
import type { TrialRun } from '../../../engine/trial/run-trial.ts';
import { huntPlan } from '../../../experiment/hunt/hunt.ts';
import type { ResolvedHuntOptions } from '../../../experiment/hunt/hunt-options.ts';
import type { StoredHunt } from '../../../store/port.ts';
import { driveStored, type StoredRun } from '../case/drive-stored.ts';
import { capabilities } from '../case/run-case.ts';
import { recordHunt } from '../history/record-provoked.ts';
import { indexPath } from '../index-place.ts';
import { reachedSources } from '../reached-sources.ts';
import { openProjectReach } from '../scan-reach.ts';
import { placeIn } from '../test-places.ts';
import type { ToolContext } from '../tool.ts';
import { type HuntRequest, huntRequest } from './hunt-request.ts';
import { type HuntPrinting, writeHunt } from './write-hunt.ts';

export interface HuntRun extends StoredRun {
  readonly request: HuntRequest;
  /** The rounds of shards, where they are merged. */
  readonly elsewhere?: (trial: Trial) => TrialRun | undefined;
}

/** Share of the time for one circuit over all pairs of tests. */
const CIRCUIT_SHARE = 0.1;
/** Of the time, for what follows the last trial: where the failed tests are in the code, and the result. */
const ENDING_SHARE = 0.01;
const MAX_ENDING_MS = 5_000;

/** What trials may take of the time of the whole command. */
function trialsMs(minutes: number): number {
  const ms = minutes * 60_000;
  return ms - Math.min(MAX_ENDING_MS, ENDING_SHARE * ms);
}

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
  const own = {
    caseId: opened.id,
    suite: opened.suite,
    jobs: request.jobs,
    budget: { trials: Number.MAX_SAFE_INTEGER, minutes: trialsMs(request.minutes) / 60_000 },
    budgetChanged:
      before.minutes !== request.minutes ||
      before.rounds !== request.rounds ||
      before.usualEffort !== request.usualEffort,
    ...(run.elsewhere === undefined ? {} : { elsewhere: run.elsewhere }),
  };
  return driveStored(huntPlan(resolved(run, opened)), run, own, async (finding) => {
    const { flaky, broken, unrepeated } = finding;
    const failed = [...flaky.map(({ test }) => test), ...broken.map(({ test }) => test), ...unrepeated];
    const named = flaky.map(({ test }) => test);
    const code = await inCode(failed, named, { root: subject.root, store: store.address }, context);
    const result = writeHunt(opened, finding, { ...run, ...code });
    const closedAtMs = context.clock.currentTimeMillis();
    await store.closeHunt(opened.id, result, closedAtMs);
    await recordHunt(store.history, result, closedAtMs);
    context.emit({ type: 'hunt-closed', huntId: opened.id, flaky: result.flaky.length });
    return result;
  });
}

/** Where the failed tests are, and what the flaky ones reach. Updates the index if a test failed. */
async function inCode(
  failed: readonly TestId[],
  flaky: readonly TestId[],
  { root, store }: { readonly root: string; readonly store: string },
  context: ToolContext,
): Promise<Pick<HuntPrinting, 'placeOf' | 'sources'>> {
  if (failed.length === 0) return { placeOf: () => null, sources: new Map() };
  const index = indexPath(root, { store }, context);
  const { graph } = (await openProjectReach({ root, index }, context)).reach;
  const sources = await reachedSources(flaky, graph, { root, signal: context.signal });
  return { placeOf: (test) => placeIn(graph, test), sources };
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
    budgetMs: trialsMs(minutes),
    firstBudgetMs: trialsMs(firstMinutes),
    circuitMs: CIRCUIT_SHARE * firstMinutes * 60_000,
    timeBoxMs: timeoutSeconds * 1000,
    random: random(opened.seed),
    ...(request.usualEffort === undefined ? {} : { usualEffort: request.usualEffort }),
    ...(request.ahead === undefined ? {} : { ahead: request.ahead }),
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
