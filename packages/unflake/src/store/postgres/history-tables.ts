/** The tables of the history. Texts that are sorted or looked up compare byte by byte, as SQLite compares them. */
const TEXT = 'TEXT COLLATE "C" NOT NULL';
const ID = 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY';

export const HISTORY = {
  number: 3,
  sql: `
    CREATE TABLE history_tests (
      id ${ID},
      name ${TEXT},
      file ${TEXT},
      words ${TEXT},
      first_seen_ms BIGINT NOT NULL,
      last_seen_ms BIGINT NOT NULL,
      runs BIGINT NOT NULL,
      failures BIGINT NOT NULL,
      stale INTEGER NOT NULL,
      settled INTEGER NOT NULL,
      status TEXT NOT NULL,
      hurt DOUBLE PRECISION NOT NULL,
      body TEXT,
      assessment TEXT
    );
    CREATE UNIQUE INDEX history_tests_words ON history_tests (words, file);
    CREATE INDEX history_tests_name ON history_tests (name);
    CREATE INDEX history_tests_hurt ON history_tests (hurt DESC, failures DESC, id);
    CREATE INDEX history_tests_stale ON history_tests (id) WHERE stale = 1;
    CREATE INDEX history_tests_fresh ON history_tests (id) WHERE settled = 0;
    CREATE INDEX history_tests_body ON history_tests (body);
    CREATE TABLE history_former_names (
      name ${TEXT},
      file ${TEXT},
      words ${TEXT},
      test_id BIGINT NOT NULL REFERENCES history_tests (id),
      PRIMARY KEY (words, file)
    );
    CREATE INDEX history_former_names_test ON history_former_names (test_id);
    CREATE INDEX history_former_names_name ON history_former_names (name);
    CREATE TABLE history_runs (
      id ${ID},
      run_key ${TEXT} UNIQUE,
      commit_id TEXT NOT NULL,
      branch TEXT NOT NULL,
      ci_run TEXT NOT NULL,
      job TEXT NOT NULL,
      attempt BIGINT NOT NULL,
      machine TEXT NOT NULL,
      service TEXT NOT NULL,
      at_ms BIGINT NOT NULL,
      results BIGINT NOT NULL,
      executed BIGINT NOT NULL,
      failures BIGINT NOT NULL,
      pruned INTEGER NOT NULL,
      incident TEXT
    );
    CREATE INDEX history_runs_at ON history_runs (at_ms);
    CREATE INDEX history_runs_incident ON history_runs (at_ms) WHERE incident IS NOT NULL;
    CREATE TABLE history_files (
      run_id BIGINT NOT NULL REFERENCES history_runs (id),
      sha ${TEXT},
      number INTEGER NOT NULL,
      results BIGINT NOT NULL,
      whole INTEGER NOT NULL,
      PRIMARY KEY (run_id, sha)
    );
    CREATE TABLE history_failures (
      id ${ID},
      fingerprint ${TEXT} UNIQUE,
      message TEXT
    );
    CREATE TABLE history_results (
      test_id BIGINT NOT NULL,
      run_id BIGINT NOT NULL,
      seq INTEGER NOT NULL,
      outcome SMALLINT NOT NULL,
      ms BIGINT,
      failure_id BIGINT,
      unreachable SMALLINT NOT NULL,
      file_number INTEGER NOT NULL,
      PRIMARY KEY (test_id, run_id, seq)
    );
    CREATE TABLE history_days (
      test_id BIGINT NOT NULL,
      day INTEGER NOT NULL,
      runs BIGINT NOT NULL,
      failures BIGINT NOT NULL,
      ms BIGINT NOT NULL,
      PRIMARY KEY (test_id, day)
    );
    CREATE TABLE history_provoked (
      test_id BIGINT NOT NULL,
      source_id ${TEXT},
      source TEXT NOT NULL,
      at_ms BIGINT NOT NULL,
      runs BIGINT NOT NULL,
      failures BIGINT NOT NULL,
      says TEXT NOT NULL,
      PRIMARY KEY (test_id, source_id)
    );`,
} as const;
