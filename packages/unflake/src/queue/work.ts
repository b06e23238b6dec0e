/** What commands offer to workers: a case whose trials may run elsewhere, what is needed for it, and what workers answer. */
import type { Row } from '../store/sql/connection.ts';
import { BOSS_SCHEMA } from './boss-schema.ts';
import type { Queue, QueueTransaction } from './queue.ts';

/** What a worker needs to have to run the trials of a case. */
export interface Wanted {
  /** The first commit of the repository; null without git, and in a shallow clone. */
  readonly repository: string | null;
  /** The folder of the project inside the repository; empty: the whole. */
  readonly inside: string;
  readonly commit: string | null;
  /** Digest of what differs from the commit; null where nothing does. */
  readonly changes: string | null;
  readonly platform: string;
  readonly runner: string;
  /** Versions of the runner and of what runs it. */
  readonly toolchain: string;
}

export interface Work {
  readonly caseId: string;
  /** The session of the command. */
  readonly holder: string;
  readonly wanted: Wanted;
  /** The machine that runs what cannot move between machines; null while there is nothing of the kind. */
  readonly onlyMachine: string | null;
}

/** Units for any worker, and units for the one machine. */
export type Share = 'any' | 'one-machine';

export const queueName = (caseId: string, share: Share): string => (share === 'any' ? caseId : `${caseId}.one`);

export const caseOf = (queue: string): string => queue.replace(/\.one$/, '');

/** Longer than any unit: a worker that dies is noticed by its silence, which pg-boss 10 does not watch for. */
const EXPIRE_SECONDS = 86_399;
/** Ends of workers that a unit survives. */
export const MAX_ATTEMPTS = 50;

/** Of the case as this process holds it; what an earlier command of the case has left is removed. */
export async function openWork(queue: Queue, caseId: string, wanted: Wanted): Promise<void> {
  await queue.transaction(async (within) => {
    await removeWork(within, caseId);
    await within.run(
      `INSERT INTO work (case_id, holder, case_holder, wanted)
        VALUES (?, ?, (SELECT holder FROM cases WHERE id = ?), ?)`,
      caseId,
      queue.db.holder,
      caseId,
      JSON.stringify(wanted),
    );
    for (const share of ['any', 'one-machine'] as const) {
      const options = { expireInSeconds: EXPIRE_SECONDS, retryLimit: MAX_ATTEMPTS, retryDelay: 0 };
      await within.boss((boss) =>
        boss.createQueue(queueName(caseId, share), { name: queueName(caseId, share), ...options }),
      );
    }
    await within.callOut();
  });
}

export async function closeWork(queue: Queue, caseId: string): Promise<void> {
  await queue.transaction(async (within) => {
    await removeWork(within, caseId);
    await within.callOut();
  });
}

/** Of commands that have ended without a word. */
export async function removeLeftWork(queue: Queue): Promise<void> {
  await queue.transaction(async (within) => {
    const rows = await within.all(
      `SELECT case_id, holder FROM work
        WHERE greatest(opened_at, pg_postmaster_start_time()) < clock_timestamp() - interval '70 seconds'`,
    );
    for (const { case_id, holder } of rows)
      if (!(await queue.db.isHeld(String(holder), within))) await removeWork(within, String(case_id));
  });
}

async function removeWork(within: QueueTransaction, caseId: string): Promise<void> {
  await within.run('DELETE FROM work WHERE case_id = ?', caseId);
  for (const share of ['any', 'one-machine'] as const) {
    const name = queueName(caseId, share);
    // pg-boss 10 deletes only a queue without jobs, and has no call that removes those that are active or completed.
    await within.run(`DELETE FROM ${BOSS_SCHEMA}.job WHERE name = ?`, name);
    await within.boss((boss) => boss.deleteQueue(name));
  }
}

export async function openWorks({ db }: Pick<Queue, 'db'>): Promise<readonly Work[]> {
  return (await db.all('SELECT case_id, holder, wanted, only_machine FROM work ORDER BY opened_at, case_id')).map(
    workOf,
  );
}

function workOf(row: Row): Work {
  return {
    caseId: String(row.case_id),
    holder: String(row.holder),
    wanted: JSON.parse(String(row.wanted)),
    onlyMachine: row.only_machine === null ? null : String(row.only_machine),
  };
}

export async function keepToMachine({ db }: Queue, caseId: string, machine: string): Promise<void> {
  await db.run('UPDATE work SET only_machine = ? WHERE case_id = ?', machine, caseId);
}

export interface Answer {
  readonly caseId: string;
  readonly serves: boolean;
  /** Why not. */
  readonly why: string | null;
}

/** Nothing is stored when the work is over meanwhile. */
export async function answerWork(queue: Queue, worker: string, { caseId, serves, why }: Answer): Promise<void> {
  await queue.transaction(async (within) => {
    await within.run(
      `INSERT INTO work_answers (case_id, worker_id, serves, why)
        SELECT work.case_id, workers.id, ?, ? FROM work, workers WHERE work.case_id = ? AND workers.id = ?
        ON CONFLICT (case_id, worker_id) DO UPDATE SET serves = excluded.serves, why = excluded.why`,
      String(serves),
      why,
      caseId,
      worker,
    );
    await within.callOut();
  });
}
