/** All migrations in the order of their numbers. A migration that was released is never changed. */
import { cases } from './0001-cases.ts';
import { verifications } from './0002-verifications.ts';
import { history } from './0003-history.ts';
import { historyFiles } from './0004-history-files.ts';
import { caseSummaries } from './0005-case-summaries.ts';

export const MIGRATIONS: readonly { readonly number: number; readonly sql: string }[] = [
  cases,
  verifications,
  history,
  historyFiles,
  caseSummaries,
];
