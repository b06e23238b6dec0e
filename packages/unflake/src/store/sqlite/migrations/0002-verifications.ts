/** Verifications of cases, with trials in the columns of those of a case. */
export const verifications = {
  number: 2,
  sql: `
    CREATE TABLE verifications (
      id TEXT PRIMARY KEY,
      case_id TEXT NOT NULL REFERENCES cases (id),
      number INTEGER NOT NULL,
      seed INTEGER NOT NULL,
      opened_at_ms INTEGER NOT NULL,
      closed_at_ms INTEGER,
      holder TEXT,
      options TEXT NOT NULL,
      suite ANY NOT NULL,
      result ANY,
      UNIQUE (case_id, number)
    ) STRICT;
    CREATE TABLE verification_trials (
      verification_id TEXT NOT NULL REFERENCES verifications (id),
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
      PRIMARY KEY (verification_id, seq)
    ) STRICT;
  `,
} as const;
