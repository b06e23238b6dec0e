/** Cases and their trials. Large columns come last, so that a scan of the others does not read their pages. */
export const cases = {
  number: 1,
  sql: `
    CREATE TABLE cases (
      id TEXT PRIMARY KEY,
      root TEXT NOT NULL,
      runner TEXT NOT NULL,
      test TEXT NOT NULL,
      seed INTEGER NOT NULL,
      opened_at_ms INTEGER NOT NULL,
      closed_at_ms INTEGER,
      verdict TEXT,
      holder TEXT,
      options TEXT NOT NULL,
      suite ANY NOT NULL,
      closing ANY
    ) STRICT;
    CREATE TABLE trials (
      case_id TEXT NOT NULL REFERENCES cases (id),
      seq INTEGER NOT NULL,
      key TEXT NOT NULL,
      phase TEXT NOT NULL,
      doing TEXT NOT NULL,
      ms REAL NOT NULL,
      at_ms INTEGER NOT NULL,
      ending TEXT NOT NULL,
      tally TEXT NOT NULL,
      settings TEXT NOT NULL,
      observations ANY NOT NULL,
      problems ANY NOT NULL,
      selection ANY NOT NULL,
      command ANY NOT NULL,
      output ANY NOT NULL,
      PRIMARY KEY (case_id, seq)
    ) STRICT;
  `,
} as const;
