/** Which file of its run a result is from, so that a copy of a history adds what is new file by file. */
export const historyFiles = {
  number: 4,
  sql: `
    ALTER TABLE history_files ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
    UPDATE history_files SET number =
      (SELECT COUNT(*) FROM history_files o WHERE o.run_id = history_files.run_id AND o.sha <= history_files.sha);
    ALTER TABLE history_results ADD COLUMN file_number INTEGER NOT NULL DEFAULT 1;
  `,
} as const;
