/** Who serves the work of a case at this moment, who has not answered yet, and who does not take it, with the reason. */
import type { Queue } from './queue.ts';

export interface Serving {
  readonly workers: readonly { readonly id: string; readonly machine: string }[];
  readonly undecided: number;
  readonly refusals: readonly { readonly worker: string; readonly why: string }[];
}

export async function serving({ db }: Pick<Queue, 'db'>, caseId: string): Promise<Serving> {
  const rows = await db.all(
    `SELECT id, machine, serves, why FROM workers
      LEFT JOIN work_answers ON worker_id = id AND case_id = ? ORDER BY machine, started_at, id`,
    caseId,
  );
  const all = rows.map((row) => ({
    id: String(row.id),
    machine: String(row.machine),
    serves: row.serves === null ? null : String(row.serves) === 'true',
    why: String(row.why),
  }));
  return {
    workers: all.filter(({ serves }) => serves === true).map(({ id, machine }) => ({ id, machine })),
    undecided: all.filter(({ serves }) => serves === null).length,
    refusals: all.filter(({ serves }) => serves === false).map(({ id, why }) => ({ worker: id, why })),
  };
}
