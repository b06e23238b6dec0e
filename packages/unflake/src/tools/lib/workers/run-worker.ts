/** Runs a worker from its registration to its end: the checkout that it serves, or worktrees of what it fetches. */
import { availableParallelism, hostname } from 'node:os';
import { resolve } from 'node:path';
import { monotonicMs } from '../../../engine/drive/active-time.ts';
import { openProject } from '../../../engine/subject/open-project.ts';
import { openQueue } from '../../../queue/queue.ts';
import { type OpenedWork, serveWork } from '../../../queue/serve-work.ts';
import { removeLeftWork, type Work } from '../../../queue/work.ts';
import { buryWorkers, removeWorker } from '../../../queue/workers.ts';
import type { Store } from '../../../store/port.ts';
import { closing } from '../closing.ts';
import { openStoreAt, shownStore, storeAddress } from '../open-store.ts';
import type { ToolContext } from '../tool.ts';
import { codeHere } from './code-here.ts';
import { requireTeamStore } from './offer-case.ts';
import { openFetchedWork } from './open-fetched-work.ts';
import { openStoredWork } from './open-stored-work.ts';
import type { WorkerResult } from './results.ts';
import { platformHere } from './toolchain-of.ts';
import { whyNotCode, whyNotPlatform } from './why-not.ts';

/** The input of the tool, checked. */
export interface WorkerInput {
  readonly root?: string | undefined;
  readonly store?: string | undefined;
  readonly config?: string | undefined;
  readonly fetch?: string | undefined;
  readonly untilIdle: boolean;
  readonly once: boolean;
}

export async function runWorker(given: WorkerInput, context: ToolContext): Promise<WorkerResult> {
  const { root } = openProject(resolve(context.cwd, given.root ?? '.'));
  const address = await storeAddress(root, given.store, context);
  requireTeamStore(address);
  const store = await openStoreAt(address);
  await using _store = closing(store);
  const queue = await openQueue(address);
  await using _queue = closing(queue);
  await buryWorkers(queue);
  await removeLeftWork(queue);
  const machine = hostname();
  const platform = platformHere();
  const me = { id: `w-${context.entropy().toString(36)}`, machine, pid: process.pid, root, platform };
  try {
    const served = await serveWork({
      queue,
      me,
      machine: { name: machine, platform, cores: availableParallelism() },
      open: (work, signal) => openWork(work, { ...given, root }, store, { ...context, signal, emit: () => {} }),
      emit: context.emit,
      signal: context.signal,
      now: () => monotonicMs(context.clock),
      untilIdle: given.untilIdle,
      maxUnits: given.once ? 1 : Number.POSITIVE_INFINITY,
    });
    return { worker: me.id, machine, store: shownStore(address), ...served };
  } finally {
    await removeWorker(queue, me.id);
  }
}

async function openWork(
  work: Work,
  { root, config, fetch }: WorkerInput & { readonly root: string },
  store: Store,
  context: ToolContext,
): Promise<OpenedWork | string> {
  const { wanted } = work;
  const why = whyNotPlatform(wanted, platformHere());
  if (why !== null) return why;
  if (fetch !== undefined) return openFetchedWork(work, { root, config, remote: fetch }, store, context);
  return (
    whyNotCode(wanted, await codeHere(root, context.signal)) ?? openStoredWork(work, { root, config }, store, context)
  );
}
