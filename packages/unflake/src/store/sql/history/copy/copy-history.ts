/**
 * Copies the history of one database into another, of either dialect. What is there already stays as it is: a run by what names it, and its
 * results file by file, so that copying again, or copying what the other has read itself, counts nothing twice.
 */
import type { Connection } from '../../connection.ts';
import { copyPruned } from './copy-pruned.ts';
import { copyRuns, type JudgeRun } from './copy-runs.ts';
import { copyBodies, copyConclusions, copyProvoked, copyTests } from './copy-tests.ts';

export interface CopiedHistory {
  /** To which something was added. */
  readonly runs: number;
  /** There already, with every file. */
  readonly unchangedRuns: number;
  readonly results: number;
  /** Days whose results were removed here, of which the other has a part. The counts of the rest cannot be told from those. */
  readonly skippedDays: number;
}

/** `judge` says whether a run that has files from both stores is an incident. */
export async function copyHistory(
  from: Connection,
  to: Connection,
  judge: JudgeRun,
  signal: AbortSignal,
): Promise<CopiedHistory> {
  const tests = await copyTests(from, to);
  const runs = await copyRuns(from, to, tests, judge, signal);
  const skippedDays = await copyPruned(from, to, tests);
  await copyProvoked(from, to, tests);
  await copyBodies(from, to, tests);
  await copyConclusions(from, to, tests);
  return { ...runs, skippedDays };
}
