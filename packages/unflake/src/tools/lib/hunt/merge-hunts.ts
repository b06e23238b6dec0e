/** Joins the shards of a hunt: their rounds count as if they had run here, and what failed in them is looked into here. */
import { resolve } from 'node:path';
import { monotonicMs } from '../../../engine/drive/active-time.ts';
import { machineHere } from '../../../engine/machine.ts';
import { machineOfCase } from '../case/case-machine.ts';
import { openCaseSubject } from '../case/open-case-subject.ts';
import { closing } from '../closing.ts';
import { openStore } from '../open-store.ts';
import type { ToolContext } from '../tool.ts';
import { type HuntInput, type RanHunt, runNew } from './open-hunt.ts';
import { readShards } from './read-shards.ts';
import { shardRuns } from './shard-runs.ts';

/** The input of the tool, checked. */
export interface MergeInput extends Pick<HuntInput, 'root' | 'store' | 'config' | 'minutes' | 'jobs'> {
  readonly shards: readonly string[];
}

export async function mergeHunts(given: MergeInput, context: ToolContext): Promise<RanHunt> {
  const beganAt = context.beganAtMs ?? monotonicMs(context.clock);
  context.emit({
    type: 'step',
    phase: 'hunt',
    doing: 'listing the tests of the suite',
    why: 'tests that failed in a shard are run again',
    trials: 0,
  });
  const root = resolve(context.cwd, given.root ?? '.');
  const store = await openStore(root, given.store, context);
  await using _store = closing(store);
  const shards = await readShards(given.shards, store, root, context);
  const { hunt, request, of } = shards[0]!;
  const { runner, folder, rest, isolateFs } = request;
  const places = { root: given.root, config: given.config, store: given.store };
  await using opened = await openCaseSubject(
    { ...places, runner, folder, rest, isolateFs, test: hunt.suite[0] },
    context,
  );
  const minutes = given.minutes ?? request.minutes;
  const merged = { ...request, minutes, jobs: given.jobs ?? request.jobs, shards: { of, mine: null } };
  const machine = machineOfCase(machineHere(runner), request.machine);
  const elsewhere = shardRuns(shards.flatMap(({ runs }) => runs));
  return await runNew(
    { request: merged, machine, suite: hunt.suite, seed: hunt.seed, elsewhere },
    { opened, store, given, beganAt, context },
  );
}
