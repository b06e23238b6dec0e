/** What workers and the commands that need them know of each other. The units themselves are in the tables of pg-boss. */

export const WORKER_TABLES = `
  CREATE TABLE workers (
    id TEXT PRIMARY KEY,
    machine TEXT NOT NULL,
    pid INTEGER NOT NULL,
    root TEXT NOT NULL,
    platform TEXT NOT NULL,
    holder TEXT NOT NULL,
    started_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    seen_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    queue TEXT,
    unit_id TEXT,
    attempt INTEGER,
    doing TEXT,
    since TIMESTAMPTZ
  );
  CREATE TABLE work (
    case_id TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    case_holder TEXT,
    wanted TEXT NOT NULL,
    only_machine TEXT,
    opened_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
  );
  CREATE TABLE work_answers (
    case_id TEXT NOT NULL REFERENCES work (case_id) ON DELETE CASCADE,
    worker_id TEXT NOT NULL REFERENCES workers (id) ON DELETE CASCADE,
    serves BOOLEAN NOT NULL,
    why TEXT,
    PRIMARY KEY (case_id, worker_id)
  );`;
