/**
 * What CI said about tests. Results stand test by test, as the questions about them are asked; counts a day and a test are kept beside them,
 * so that no page counts results.
 */
export const history = {
  number: 3,
  sql: `
    CREATE TABLE history_tests (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      file TEXT NOT NULL,
      words TEXT NOT NULL,
      first_seen_ms INTEGER NOT NULL,
      last_seen_ms INTEGER NOT NULL,
      runs INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      stale INTEGER NOT NULL,
      settled INTEGER NOT NULL,
      status TEXT NOT NULL,
      hurt REAL NOT NULL,
      body TEXT,
      assessment TEXT
    ) STRICT;
    CREATE UNIQUE INDEX history_tests_words ON history_tests (words, file);
    CREATE INDEX history_tests_name ON history_tests (name);
    CREATE INDEX history_tests_hurt ON history_tests (hurt DESC, failures DESC, id);
    CREATE INDEX history_tests_stale ON history_tests (id) WHERE stale = 1;
    CREATE INDEX history_tests_fresh ON history_tests (id) WHERE settled = 0;
    CREATE INDEX history_tests_body ON history_tests (body);
    CREATE TABLE history_former_names (
      name TEXT NOT NULL,
      file TEXT NOT NULL,
      words TEXT NOT NULL,
      test_id INTEGER NOT NULL REFERENCES history_tests (id),
      PRIMARY KEY (words, file)
    ) STRICT;
    CREATE INDEX history_former_names_test ON history_former_names (test_id);
    CREATE INDEX history_former_names_name ON history_former_names (name);
    CREATE TABLE history_runs (
      id INTEGER PRIMARY KEY,
      run_key TEXT NOT NULL UNIQUE,
      commit_id TEXT NOT NULL,
      branch TEXT NOT NULL,
      ci_run TEXT NOT NULL,
      job TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      machine TEXT NOT NULL,
      service TEXT NOT NULL,
      at_ms INTEGER NOT NULL,
      results INTEGER NOT NULL,
      executed INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      pruned INTEGER NOT NULL,
      incident TEXT
    ) STRICT;
    CREATE INDEX history_runs_at ON history_runs (at_ms);
    CREATE INDEX history_runs_incident ON history_runs (at_ms) WHERE incident IS NOT NULL;
    CREATE TABLE history_files (
      run_id INTEGER NOT NULL REFERENCES history_runs (id),
      sha TEXT NOT NULL,
      results INTEGER NOT NULL,
      whole INTEGER NOT NULL,
      PRIMARY KEY (run_id, sha)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE history_failures (
      id INTEGER PRIMARY KEY,
      fingerprint TEXT NOT NULL UNIQUE,
      message TEXT
    ) STRICT;
    CREATE TABLE history_results (
      test_id INTEGER NOT NULL,
      run_id INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      outcome INTEGER NOT NULL,
      ms INTEGER,
      failure_id INTEGER,
      unreachable INTEGER NOT NULL,
      PRIMARY KEY (test_id, run_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE history_days (
      test_id INTEGER NOT NULL,
      day INTEGER NOT NULL,
      runs INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      ms INTEGER NOT NULL,
      PRIMARY KEY (test_id, day)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE history_provoked (
      test_id INTEGER NOT NULL,
      source_id TEXT NOT NULL,
      source TEXT NOT NULL,
      at_ms INTEGER NOT NULL,
      runs INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      says TEXT NOT NULL,
      PRIMARY KEY (test_id, source_id)
    ) STRICT, WITHOUT ROWID;
  `,
} as const;
