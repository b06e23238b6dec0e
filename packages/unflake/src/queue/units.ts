/** A unit from the queue to its end. The claim of a worker is a row of ours: whoever has lost it can store nothing any more. */
import type { NewTrial } from '../store/port.ts';
import type { SuiteIndex } from '../store/selection.ts';
import { appendTrial, ofCase } from '../store/sql/trials.ts';
import type { Queue, QueueTransaction } from './queue.ts';
import type { Unit } from './unit.ts';
import { caseOf, queueName, type Share } from './work.ts';

const ONLY_LIVE = { includeArchive: false } as const;

export interface QueuedUnit {
  readonly id: string;
  readonly share: Share;
  readonly unit: Unit;
}

export interface ClaimedUnit {
  readonly id: string;
  readonly queue: string;
  /** Tells this claim from another of the same unit. */
  readonly attempt: number;
  readonly unit: Unit;
  readonly queuedAt: Date;
}

/** Begun again after a lost connection, it puts nothing into the queue twice. */
export async function putUnits(queue: Queue, caseId: string, units: readonly QueuedUnit[]): Promise<void> {
  await queue.transaction(async (within) => {
    const jobs = units.map(({ id, share, unit }) => ({
      id,
      name: queueName(caseId, share),
      data: unit,
      // The longest first: begun last, it would keep everybody waiting.
      priority: unit.weight,
    }));
    await within.boss((boss, db) => boss.insert(jobs, db));
    await within.callOut();
  });
}

/** Takes units out of the queue again, also from those who run them. */
export async function withdrawUnits(queue: Queue, caseId: string, units: readonly QueuedUnit[]): Promise<void> {
  await queue.transaction(async (within) => {
    for (const share of ['any', 'one-machine'] as const) {
      const ids = units.filter((one) => one.share === share).map(({ id }) => id);
      if (ids.length > 0) await within.boss((boss, db) => boss.deleteJob(queueName(caseId, share), ids, db));
    }
    await within.callOut();
  });
}

/** Units that too many workers have ended with. */
export function givenUp(queue: Queue, caseId: string, units: readonly QueuedUnit[]): Promise<readonly QueuedUnit[]> {
  return queue.transaction(async (within) => {
    const found: QueuedUnit[] = [];
    for (const one of units) {
      const job = await within.boss((boss, db) =>
        boss.getJobById(queueName(caseId, one.share), one.id, { ...db, ...ONLY_LIVE }),
      );
      if (job?.state === 'failed') found.push(one);
    }
    return found;
  });
}

/**
 * The next unit of a case for this worker; null where there is none for it now, `unknown` when the worker was taken for dead. A unit for
 * one machine has that machine for itself: it waits for the units of other workers there, and they wait for it.
 */
export function claimUnit(
  queue: Queue,
  worker: { readonly id: string; readonly machine: string },
  caseId: string,
): Promise<ClaimedUnit | null | 'unknown'> {
  return queue.transaction(async (within) => {
    // Workers of one machine decide in turn.
    await within.get('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', `unflake ${worker.machine}`);
    const own = await within.get('SELECT queue, unit_id FROM workers WHERE id = ? FOR UPDATE', worker.id);
    if (own === undefined) return 'unknown';
    // Claimed by this very call, whose answer was lost with the connection.
    if (own.unit_id !== null) return claimedJob(within, String(own.queue), String(own.unit_id));
    const others = await within.all(
      'SELECT queue FROM workers WHERE machine = ? AND id <> ? AND unit_id IS NOT NULL',
      worker.machine,
      worker.id,
    );
    if (others.some((row) => String(row.queue).endsWith('.one'))) return null;
    const waiting = await waitingHere(within, worker.machine);
    if (waiting.length === 0) return take(within, worker.id, queueName(caseId, 'any'));
    return waiting.includes(caseId) && others.length === 0
      ? take(within, worker.id, queueName(caseId, 'one-machine'))
      : null;
  });
}

/** Cases with units that wait for this machine. */
async function waitingHere(within: QueueTransaction, machine: string): Promise<readonly string[]> {
  const rows = await within.all(
    `SELECT DISTINCT work.case_id FROM work
      JOIN work_answers ON work_answers.case_id = work.case_id AND serves
      JOIN workers ON workers.id = worker_id AND workers.machine = work.only_machine
      WHERE work.only_machine = ?`,
    machine,
  );
  const waiting: string[] = [];
  for (const { case_id } of rows) {
    const size = await within.boss((boss) => boss.getQueueSize(queueName(String(case_id), 'one-machine')));
    if (size > 0) waiting.push(String(case_id));
  }
  return waiting;
}

async function take(within: QueueTransaction, worker: string, queue: string): Promise<ClaimedUnit | null> {
  const [job] = await within.boss((boss, db) =>
    boss.fetch<Unit>(queue, { includeMetadata: true, ignoreStartAfter: true, ...db }),
  );
  if (job === undefined) return null;
  await within.run(
    `UPDATE workers SET queue = ?, unit_id = ?, attempt = ?, doing = ?, since = clock_timestamp(), seen_at = clock_timestamp()
      WHERE id = ?`,
    queue,
    job.id,
    job.retryCount,
    doingText(queue, job.data),
    worker,
  );
  return { id: job.id, queue, attempt: job.retryCount, unit: job.data, queuedAt: new Date(job.createdOn) };
}

/** Which trials of which case, and what for. */
function doingText(queue: string, { trials }: Unit): string {
  const [first, last] = [trials[0]!, trials.at(-1)!];
  const which = first === last ? `t-${first.seq}` : `t-${first.seq} to t-${last.seq}`;
  return `${caseOf(queue)} ${which}, ${first.phase}: ${first.doing}`;
}

async function claimedJob(within: QueueTransaction, queue: string, id: string): Promise<ClaimedUnit | null> {
  const job = await within.boss((boss, db) => boss.getJobById<Unit>(queue, id, { ...db, ...ONLY_LIVE }));
  if (job === null || job.state !== 'active') {
    await within.run(
      'UPDATE workers SET queue = NULL, unit_id = NULL, attempt = NULL, doing = NULL WHERE unit_id = ?',
      id,
    );
    return null;
  }
  return { id, queue, attempt: job.retryCount, unit: job.data, queuedAt: new Date(job.createdOn) };
}

/** False: the unit was withdrawn, or given to another. */
export async function stillOurs({ db }: Queue, worker: string, { id, queue, attempt }: ClaimedUnit): Promise<boolean> {
  const sql = 'SELECT 1 FROM workers WHERE id = ? AND queue = ? AND unit_id = ? AND attempt = ?';
  return (await db.get(sql, worker, queue, id, attempt)) !== undefined;
}

/** Whoever completes a unit without a claim to it; nothing was stored. */
class Fenced extends Error {}

/** A trial as the worker saw it end. */
export interface EndedTrial {
  readonly trial: NewTrial;
  /** How long ago, when the unit is completed. */
  readonly agoMs: number;
}

/** Stores the results and ends the unit, in one transaction. False, and nothing is stored: the unit is not this worker's any more. */
export async function completeUnit(
  queue: Queue,
  worker: string,
  claimed: ClaimedUnit,
  {
    caseId,
    suite,
    ended,
  }: { readonly caseId: string; readonly suite: SuiteIndex; readonly ended: readonly EndedTrial[] },
): Promise<boolean> {
  try {
    await queue.transaction(async (within) => {
      await dropClaim(within, worker, claimed);
      await requireHolder(within, caseId);
      const { now } = (await within.get('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now'))!;
      const atMs = claimed.unit.activeMs + Number(now) - claimed.queuedAt.getTime();
      for (const { trial, agoMs } of ended) {
        const result = { ...trial.result, atMs: Math.round(Math.max(claimed.unit.activeMs, atMs - agoMs)) };
        await appendTrial({ run: within.run, pack: queue.db.pack }, ofCase(caseId), suite, { ...trial, result });
      }
      const { affected } = (await within.boss((boss, db) =>
        boss.complete(claimed.queue, claimed.id, {}, db),
      )) as unknown as { readonly affected: number };
      if (affected !== 1) throw new Fenced();
      await within.callOut();
    });
    return true;
  } catch (error) {
    if (error instanceof Fenced) return false;
    throw error;
  }
}

/** After it could not be completed: somebody else has it now, or nobody wants it. */
export async function forgetClaim({ db }: Queue, worker: string): Promise<void> {
  await db.run(
    'UPDATE workers SET queue = NULL, unit_id = NULL, attempt = NULL, doing = NULL, since = NULL WHERE id = ?',
    worker,
  );
}

/** Back into the queue, for another worker. */
export async function returnUnit(queue: Queue, worker: string, claimed: ClaimedUnit, why: string): Promise<void> {
  try {
    await queue.transaction(async (within) => {
      await dropClaim(within, worker, claimed);
      await within.boss((boss, db) => boss.fail(claimed.queue, claimed.id, { message: why }, db));
      await within.callOut();
    });
  } catch (error) {
    if (!(error instanceof Fenced)) throw error;
  }
}

async function dropClaim(within: QueueTransaction, worker: string, { id, attempt }: ClaimedUnit): Promise<void> {
  const dropped = await within.run(
    `UPDATE workers SET queue = NULL, unit_id = NULL, attempt = NULL, doing = NULL, since = NULL
      WHERE id = ? AND unit_id = ? AND attempt = ?`,
    worker,
    id,
    attempt,
  );
  if (dropped !== 1) throw new Fenced();
}

/** The command that asked for the unit has the case still, or nobody has it: a resumed case chooses its trials anew. */
async function requireHolder(within: QueueTransaction, caseId: string): Promise<void> {
  const row = await within.get(
    `SELECT 1 FROM work JOIN cases ON cases.id = work.case_id
      WHERE work.case_id = ? AND cases.holder IS NOT DISTINCT FROM work.case_holder FOR SHARE`,
    caseId,
  );
  if (row === undefined) throw new Fenced();
}
