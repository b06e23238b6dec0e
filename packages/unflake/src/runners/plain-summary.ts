/** What the closing lines of Jest or Vitest say of a selection. Their exit status alone is 0 also when nothing ran. */
import type { RawRun } from '../contract/command.ts';
import type { Outcome } from '../contract/outcome.ts';
import { COLOURS } from '../reports/colours.ts';

export interface PlainSummary {
  /** Where this runner prints for people. */
  readonly output: string;
  /** The line that counts tests, with the counts as its first group. */
  readonly counts: RegExp;
  readonly nothingFound: RegExp;
}

export function outcomeOfSummary(run: RawRun, wanted: number, { output, counts, nothingFound }: PlainSummary): Outcome {
  if (run.timedOut) return 'timed-out';
  // A person's shell may ask for colours where the engine does not.
  const text = output.replace(COLOURS, '');
  const line = counts.exec(text)?.[1];
  if (line === undefined) return nothingFound.test(text) ? 'missing' : 'crashed';
  const passed = counted(line, 'passed');
  if (counted(line, 'failed') > 0) return 'failed';
  if (passed === 0 && run.code === 0) return 'missing';
  // A red run without a failed test: a file that does not load, a broken afterAll, an unhandled error.
  if (run.code !== 0) return 'errored';
  return passed === wanted ? 'passed' : 'missing';
}

function counted(line: string, word: string): number {
  return Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
}
