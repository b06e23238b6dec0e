/** The store of a team, in PostgreSQL. A case is held by a session: it is free as soon as that has ended, on whatever machine. */
import { hostname } from 'node:os';
import type { Connection, Statements, StoreFacts } from '../sql/connection.ts';
import { type Format, tooNew } from '../sql/format.ts';
import { inTurn } from '../sql/in-turn.ts';
import { shownAddress } from './address.ts';
import { POSTGRES_DIALECT } from './dialect.ts';
import { migrate, SCHEMA } from './migrate.ts';
import { type Hearing, Session } from './session.ts';

export async function connectPostgres(address: string): Promise<Connection> {
  return (await connectSession(address)).db;
}

/** With the session behind the connection, for what only PostgreSQL has. */
export async function connectSession(
  address: string,
  hears?: Hearing,
): Promise<{ readonly db: Connection; readonly session: Session }> {
  const place = shownAddress(address);
  const session = await Session.open(address, place, hears);
  try {
    const newer = await session.transaction((within) => migrate(within, place));
    return { db: connectionOf(session, { address, place }, newer), session };
  } catch (error) {
    await session.close();
    throw error;
  }
}

function connectionOf(
  session: Session,
  { address, place }: Pick<Connection, 'address' | 'place'>,
  newer: Format | undefined,
): Connection {
  const turn = inTurn();
  const holder = `${session.key}-${process.pid}-${hostname()}`;
  const writable = () => {
    if (newer !== undefined) throw tooNew(place, newer);
  };
  return {
    place,
    address,
    holder,
    dialect: POSTGRES_DIALECT,
    isHeld: async (other, within) => other === holder || isLocked(other, within),
    // PostgreSQL compresses long texts itself.
    pack: (value) => JSON.stringify(value),
    get: (sql, ...values) => turn(() => session.again.get(sql, ...values)),
    all: (sql, ...values) => turn(() => session.again.all(sql, ...values)),
    run: (sql, ...values) =>
      turn(async () => {
        writable();
        return session.again.run(sql, ...values);
      }),
    transaction: (work) =>
      turn(async () => {
        writable();
        return session.transaction(work);
      }),
    facts: () => turn(() => factsOf(session.again)),
    close: () => turn(() => session.close()),
  };
}

async function factsOf(db: Statements): Promise<StoreFacts> {
  const version = String((await db.get('SHOW server_version'))?.server_version);
  const sizes = 'SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relnamespace = ?::regnamespace';
  const tables = `${sizes} AND relkind = 'r'`;
  return { kind: 'PostgreSQL', version, bytes: Number((await db.get(tables, SCHEMA))?.bytes) };
}

/** Nobody has the lock of a session that has ended. */
async function isLocked(holder: string, within: Statements): Promise<boolean> {
  const key = Number(holder.split('-')[0]);
  const { free } = (await within.get('SELECT pg_try_advisory_lock(?) AS free', key))!;
  if (String(free) === 'true') await within.get('SELECT pg_advisory_unlock(?)', key);
  return String(free) !== 'true';
}
