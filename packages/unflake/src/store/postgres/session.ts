/** One session with PostgreSQL, which comes back after the server was gone for a while. */
import { randomInt } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import type { Row, Statements, Value } from '../sql/connection.ts';
import { POSTGRES_DIALECT } from './dialect.ts';
import { SCHEMA } from './migrate.ts';
import { asFault, isLost } from './postgres-faults.ts';

const CONNECT_MS = 10_000;
/** A restart takes seconds. Whoever waits longer than this wants to know. */
const BACK_WITHIN_MS = 60_000;
const RETRY_MS = 250;
/** A duplicate key. */
const THERE_ALREADY = '23505';
/** Advisory locks are numbered; whole numbers up to this are exact in JavaScript. */
const MAX_KEY = 2 ** 47;

export class Session {
  readonly #address: string;
  readonly #place: string;
  readonly #hears: Hearing | undefined;
  #client: pg.Client;
  #backend: Backend | undefined;
  /** When the connection was lost that has not come back yet. */
  #lostAt: bigint | undefined;
  /** While this session lives it holds the advisory lock of this number, so others see whether it does. */
  // unflake-allow unseeded-random: two sessions must not draw the same number
  readonly key = randomInt(1, MAX_KEY);

  /** `hears`: what the server calls out on a channel; a call while the connection is lost is missed. */
  static async open(address: string, place: string, hears?: Hearing): Promise<Session> {
    const session = new Session(address, place, hears);
    try {
      await session.#connect();
    } catch (error) {
      throw asFault(error, place);
    }
    return session;
  }

  private constructor(address: string, place: string, hears: Hearing | undefined) {
    this.#address = address;
    this.#place = place;
    this.#hears = hears;
    this.#client = this.#newClient();
  }

  /** Inside a transaction: nothing is asked twice. */
  readonly once: Statements = statements((sql, values) => this.#client.query(sql, [...values]));

  /** A query as PostgreSQL writes it, inside a transaction. */
  readonly native = (sql: string, values: readonly unknown[] = []): Promise<Answer> =>
    this.#client.query(sql, [...values]);

  /** Asked again where the connection was lost. What had been stored before it was lost is then there already. */
  readonly again: Statements = statements(async (sql, values) => {
    try {
      return await this.#client.query(sql, [...values]);
    } catch (error) {
      if (!isLost(error)) throw asFault(error, this.#place);
    }
    await this.#comeBack();
    try {
      return await this.#client.query(sql, [...values]);
    } catch (error) {
      if ((error as { code?: string }).code === THERE_ALREADY) return { rows: [], rowCount: 1 };
      throw asFault(error, this.#place);
    }
  });

  /** Begins again where the connection was lost before the end. */
  async transaction<Result>(work: (within: Statements) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#client.query('BEGIN');
        const result = await work(this.once);
        await this.#client.query('COMMIT');
        return result;
      } catch (error) {
        if (attempt > 1 || !isLost(error)) {
          await this.#rollBack();
          throw asFault(error, this.#place);
        }
        await this.#comeBack();
      }
    }
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #rollBack(): Promise<void> {
    try {
      await this.#client.query('ROLLBACK');
    } catch (error) {
      // A connection that is gone has rolled back by itself.
      if (!isLost(error)) throw error;
    }
  }

  /** Once it has given up, whatever is asked next fails at its first attempt. */
  async #comeBack(): Promise<void> {
    this.#lostAt ??= process.hrtime.bigint();
    const givesUpAt = this.#lostAt + BigInt(BACK_WITHIN_MS) * 1_000_000n;
    for (;;) {
      await this.#client.end().catch(() => undefined);
      this.#client = this.#newClient();
      try {
        await this.#connect();
        this.#lostAt = undefined;
        return;
      } catch (error) {
        if (!isLost(error) || process.hrtime.bigint() > givesUpAt) throw asFault(error, this.#place);
      }
      await after(RETRY_MS);
    }
  }

  #newClient(): pg.Client {
    const client = new pg.Client({
      connectionString: this.#address,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: 'unflake',
    });
    // The next query reports it. Without a listener it would end the process.
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => this.#hears?.heard(payload ?? ''));
    return client;
  }

  async #connect(): Promise<void> {
    await this.#client.connect();
    await this.#client.query(`SET search_path TO ${SCHEMA}`);
    // After a broken line the server may still wait for the session before this one, which has our lock.
    if (this.#backend !== undefined) {
      const { pid, start } = this.#backend;
      const sql = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2';
      await this.#client.query(sql, [pid, start]);
    }
    await this.#client.query('SELECT pg_advisory_lock($1)', [this.key]);
    if (this.#hears !== undefined) await this.#client.query(`LISTEN ${this.#hears.channel}`);
    const sql = 'SELECT pid, backend_start::text AS start FROM pg_stat_activity WHERE pid = pg_backend_pid()';
    this.#backend = (await this.#client.query<Backend>(sql)).rows[0];
  }
}

export interface Hearing {
  /** A name that needs no quotes. */
  readonly channel: string;
  readonly heard: (payload: string) => void;
}

/** The process of the server that answers us. A pid can be used again. */
interface Backend {
  readonly pid: number;
  readonly start: string;
}

export interface Answer {
  readonly rows: readonly Row[];
  readonly rowCount: number | null;
}

function statements(ask: (sql: string, values: readonly Value[]) => Promise<Answer>): Statements {
  return {
    dialect: POSTGRES_DIALECT,
    get: async (sql, ...values) => (await ask(numbered(sql), values)).rows[0],
    all: async (sql, ...values) => (await ask(numbered(sql), values)).rows,
    run: async (sql, ...values) => (await ask(numbered(sql), values)).rowCount ?? 0,
  };
}

/** `?` for each value, as `$1`, `$2` … */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => {
    count += 1;
    return `$${count}`;
  });
}
