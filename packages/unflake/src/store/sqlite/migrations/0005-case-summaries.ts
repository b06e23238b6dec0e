/** What lists show of cases and hunts, kept beside them: suites and results are large, and a list reads neither. */
export const caseSummaries = {
  number: 5,
  sql: `
    CREATE TABLE case_summaries (
      case_id TEXT PRIMARY KEY REFERENCES cases (id),
      tests INTEGER NOT NULL,
      closed_at_ms INTEGER,
      family TEXT,
      kind TEXT,
      flaky INTEGER
    ) STRICT, WITHOUT ROWID;
  `,
} as const;
