/** The tables of the SQLite store, in PostgreSQL's words. A migration that was released is never changed. */
import { HISTORY } from './history-tables.ts';
import { WORKER_TABLES } from './worker-tables.ts';

/** What a trial is, of a case or of a verification. */
const TRIAL = `
  seq INTEGER NOT NULL,
  key TEXT NOT NULL,
  phase TEXT NOT NULL,
  doing TEXT NOT NULL,
  ms DOUBLE PRECISION NOT NULL,
  at_ms BIGINT NOT NULL,
  ending TEXT NOT NULL,
  tally TEXT NOT NULL,
  settings TEXT NOT NULL,
  observations TEXT NOT NULL,
  problems TEXT NOT NULL,
  selection TEXT NOT NULL,
  command TEXT NOT NULL,
  output TEXT NOT NULL`;

export const MIGRATIONS: readonly { readonly number: number; readonly sql: string }[] = [
  {
    number: 1,
    sql: `
      CREATE TABLE cases (
        rowid BIGINT GENERATED ALWAYS AS IDENTITY,
        id TEXT PRIMARY KEY,
        root TEXT NOT NULL,
        runner TEXT NOT NULL,
        test TEXT NOT NULL,
        seed BIGINT NOT NULL,
        opened_at_ms BIGINT NOT NULL,
        closed_at_ms BIGINT,
        verdict TEXT,
        holder TEXT,
        options TEXT NOT NULL,
        suite TEXT NOT NULL,
        closing TEXT
      );
      CREATE TABLE trials (
        case_id TEXT NOT NULL REFERENCES cases (id),
        ${TRIAL},
        PRIMARY KEY (case_id, seq)
      );`,
  },
  {
    number: 2,
    sql: `
      CREATE TABLE verifications (
        id TEXT PRIMARY KEY,
        case_id TEXT NOT NULL REFERENCES cases (id),
        number INTEGER NOT NULL,
        seed BIGINT NOT NULL,
        opened_at_ms BIGINT NOT NULL,
        closed_at_ms BIGINT,
        holder TEXT,
        options TEXT NOT NULL,
        suite TEXT NOT NULL,
        result TEXT,
        UNIQUE (case_id, number)
      );
      CREATE TABLE verification_trials (
        verification_id TEXT NOT NULL REFERENCES verifications (id),
        ${TRIAL},
        PRIMARY KEY (verification_id, seq)
      );`,
  },
  HISTORY,
  { number: 10, sql: WORKER_TABLES },
  {
    number: 11,
    sql: `
      CREATE TABLE case_summaries (
        case_id TEXT PRIMARY KEY REFERENCES cases (id),
        tests BIGINT NOT NULL,
        closed_at_ms BIGINT,
        family TEXT,
        kind TEXT,
        flaky BIGINT
      );`,
  },
];
