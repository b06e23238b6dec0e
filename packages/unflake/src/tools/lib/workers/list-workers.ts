/** The workers of a database and the cases that are offered to them, as they are at this moment. */
import { serving } from '../../../queue/serving.ts';
import { openWorks } from '../../../queue/work.ts';
import { type KnownWorker, workers } from '../../../queue/workers.ts';
import { shownAddress } from '../../../store/postgres/address.ts';
import { connectPostgres } from '../../../store/postgres/connection.ts';
import type { Connection } from '../../../store/sql/connection.ts';
import { closing } from '../closing.ts';
import type { WorkersResult } from './results.ts';

export async function listWorkers(address: string): Promise<WorkersResult> {
  const db = await connectPostgres(address);
  await using _db = closing(db);
  const known = await workers(db);
  const { now } = (await db.get('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now'))!;
  return {
    kind: 'PostgreSQL',
    store: shownAddress(address),
    at: new Date(Number(now)).toISOString(),
    workers: known.map(shownWorker),
    work: await offered(db, new Set(known.filter(({ isLost }) => !isLost).map(({ id }) => id))),
  };
}

function shownWorker(worker: KnownWorker): WorkersResult['workers'][number] {
  const { id, machine, pid, platform, root, startedAt, seenAt, doing, since, isLost } = worker;
  const runs = doing === null || since === null ? null : { what: doing, since: since.toISOString() };
  return {
    worker: id,
    machine,
    pid,
    platform,
    root,
    state: isLost ? 'lost' : runs === null ? 'waits' : 'runs',
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    runs,
  };
}

/** Without that of commands that have ended without a word. */
async function offered(db: Connection, living: ReadonlySet<string>): Promise<WorkersResult['work']> {
  const work: WorkersResult['work'][number][] = [];
  for (const { caseId, holder, wanted } of await openWorks({ db })) {
    if (!(await db.isHeld(holder, db))) continue;
    const { workers: serves, refusals } = await serving({ db }, caseId);
    work.push({
      caseId,
      commit: wanted.commit,
      serves: serves.map(({ id }) => id).filter((id) => living.has(id)),
      refusals: refusals.filter(({ worker }) => living.has(worker)),
    });
  }
  return work;
}
