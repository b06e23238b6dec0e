/** The queue of units: pg-boss in the database of the store, on one session with our own tables, so that one transaction can hold both. */
import PgBoss from 'pg-boss';
import { connectSession } from '../store/postgres/connection.ts';
import type { Connection, Statements } from '../store/sql/connection.ts';
import { BOSS_SCHEMA } from './boss-schema.ts';
import { type Wake, wake } from './wake.ts';

const CHANNEL = 'unflake_queue';
/** pg-boss may not clean up on its own: it would do so in the middle of our transactions. */
const PASSIVE = { schema: BOSS_SCHEMA, supervise: false, schedule: false } as const;

export interface QueueTransaction extends Statements {
  /** Calls pg-boss inside this transaction. */
  readonly boss: <Result>(call: (boss: PgBoss, within: PgBoss.ConnectionOptions) => Promise<Result>) => Promise<Result>;
  /** Wakes everybody who waits, once the transaction is committed. */
  readonly callOut: () => Promise<void>;
}

export interface Queue {
  readonly db: Connection;
  readonly transaction: <Result>(work: (within: QueueTransaction) => Promise<Result>) => Promise<Result>;
  /** Rings when a transaction of anybody called out. */
  readonly wake: Wake;
  readonly close: () => Promise<void>;
}

export async function openQueue(address: string): Promise<Queue> {
  const bell = wake();
  const { db, session } = await connectSession(address, { channel: CHANNEL, heard: bell.ring });
  try {
    await install(address);
  } catch (error) {
    await db.close();
    throw error;
  }
  const boss = new PgBoss({ ...PASSIVE, db: { executeSql: (sql, values) => answer(session.native(sql, values)) } });
  boss.on('error', () => undefined);
  return {
    db,
    wake: bell,
    transaction: (work) =>
      db.transaction((within) =>
        work({
          ...within,
          boss: (call) => strictly(boss, session.native, call),
          callOut: async () => void (await within.get("SELECT pg_notify(?, '')", CHANNEL)),
        }),
      ),
    close: () => db.close(),
  };
}

type Native = (sql: string, values?: readonly unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;

/** pg-boss takes any error of `fetch` for an empty queue. Inside a transaction that would hide that the transaction has failed. */
async function strictly<Result>(
  boss: PgBoss,
  native: Native,
  call: (boss: PgBoss, within: PgBoss.ConnectionOptions) => Promise<Result>,
): Promise<Result> {
  const failed: unknown[] = [];
  const executeSql = (sql: string, values: unknown[]) =>
    answer(native(sql, values)).catch((error: unknown) => {
      failed.push(error);
      throw error;
    });
  const result = await call(boss, { db: { executeSql } });
  if (failed.length > 0) throw failed[0];
  return result;
}

async function answer(asked: ReturnType<Native>): Promise<{ rows: unknown[] }> {
  return { rows: [...(await asked).rows] };
}

/** Makes the tables of pg-boss where they are missing; processes that do so at the same time take turns. */
async function install(address: string): Promise<void> {
  const boss = new PgBoss({ ...PASSIVE, connectionString: address, application_name: 'unflake', max: 1 });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false, wait: true });
}
