/** The workers of a database: who lives, what each runs, and what becomes of the unit of one that has ended without a word. */
import type { Connection, Row, Statements } from '../store/sql/connection.ts';
import type { Queue, QueueTransaction } from './queue.ts';

/** How often a worker says that it lives. */
export const BEAT_MS = 2_000;
/** After how long without a sign of life a worker is taken for dead. */
export interface Silence {
  /** Without a session. A killed process loses it at once; a restart of the server takes those of the living too, for a moment. */
  readonly goneSeconds: number;
  /** With a session. A machine without power keeps it for long, and a worker that hangs keeps it for ever. */
  readonly silentSeconds: number;
}

const SILENCE: Silence = { goneSeconds: 5, silentSeconds: 20 };

export interface NewWorker {
  readonly id: string;
  readonly machine: string;
  readonly pid: number;
  readonly root: string;
  readonly platform: string;
}

export interface KnownWorker extends NewWorker {
  readonly startedAt: Date;
  readonly seenAt: Date;
  /** The case and the trials of its unit, and what they are for; and since when. null while it waits. */
  readonly doing: string | null;
  readonly since: Date | null;
  /** It gives no sign of life, and nobody has noticed yet: the next command or worker does. */
  readonly isLost: boolean;
}

/** Silence is counted from the start of the server: while it was down nobody could say anything. */
const SILENT_FOR = 'extract(epoch FROM clock_timestamp() - greatest(seen_at, pg_postmaster_start_time()))';

export async function registerWorker({ db }: Queue, { id, machine, pid, root, platform }: NewWorker): Promise<void> {
  await db.run(
    `INSERT INTO workers (id, machine, pid, root, platform, holder) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()`,
    id,
    machine,
    pid,
    root,
    platform,
    db.holder,
  );
}

/** False: it was taken for dead. */
export async function beat({ db }: Queue, id: string): Promise<boolean> {
  return (await db.run('UPDATE workers SET seen_at = clock_timestamp() WHERE id = ?', id)) === 1;
}

export async function removeWorker({ db }: Queue, id: string): Promise<void> {
  await db.run('DELETE FROM workers WHERE id = ?', id);
}

/** By machine and start. Changes nothing. */
export async function workers(db: Connection): Promise<readonly KnownWorker[]> {
  const rows = await db.all(`SELECT *, ${SILENT_FOR} AS silence FROM workers ORDER BY machine, started_at, id`);
  const known: KnownWorker[] = [];
  for (const row of rows) known.push({ ...workerOf(row), isLost: await isDead(row, db, db, SILENCE) });
  return known;
}

/** Gives back the units of workers that are dead, and forgets those workers. Returns their ids. */
export function buryWorkers(queue: Queue, silence: Silence = SILENCE): Promise<readonly string[]> {
  return queue.transaction(async (within) => {
    const silent = await within.all(
      `SELECT id, holder, queue, unit_id, ${SILENT_FOR} AS silence FROM workers
        WHERE ${SILENT_FOR} > ? ORDER BY id FOR UPDATE SKIP LOCKED`,
      silence.goneSeconds,
    );
    const buried: string[] = [];
    for (const row of silent) {
      if (!(await isDead(row, queue.db, within, silence))) continue;
      await giveBack(within, row);
      await within.run('DELETE FROM workers WHERE id = ?', String(row.id));
      buried.push(String(row.id));
    }
    if (buried.length > 0) await within.callOut();
    return buried;
  });
}

async function isDead(
  { silence, holder }: Row,
  db: Connection,
  within: Statements,
  { goneSeconds, silentSeconds }: Silence,
): Promise<boolean> {
  if (Number(silence) <= goneSeconds) return false;
  return Number(silence) >= silentSeconds || !(await db.isHeld(String(holder), within));
}

async function giveBack(within: QueueTransaction, { id, queue, unit_id }: Row): Promise<void> {
  if (unit_id === null) return;
  const why = { message: `worker ${id} has ended` };
  await within.boss((boss, db) => boss.fail(String(queue), String(unit_id), why, db));
}

function workerOf(row: Row): Omit<KnownWorker, 'isLost'> {
  return {
    id: String(row.id),
    machine: String(row.machine),
    pid: Number(row.pid),
    root: String(row.root),
    platform: String(row.platform),
    startedAt: row.started_at as unknown as Date,
    seenAt: row.seen_at as unknown as Date,
    doing: row.doing === null ? null : String(row.doing),
    since: row.since as unknown as Date | null,
  };
}
