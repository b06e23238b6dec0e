/** Reads the summary lines of Jest or Vitest. Their exit status alone is also 0 when nothing ran. */
import type { RawRun } from '../contract/command.ts';
import type { Outcome } from '../contract/outcome.ts';
import type { RunRequest } from '../contract/runner.ts';
import { COLOURS } from '../reports/colours.ts';
import { failuresNamed, ownOutcome } from './plain-target.ts';

export interface PlainSummary {
  /** The output in which this runner prints for people. */
  readonly output: string;
  /** The line that counts tests, with the counts as its first group. */
  readonly counts: RegExp;
  readonly nothingFound: RegExp;
  /** The output that names failures, the pattern of such lines with the name as first group, and the name that a test has there. */
  readonly failures: { readonly output: string; readonly line: RegExp; readonly nameOf: (id: string) => string };
}

export function outcomeOfSummary(run: RawRun, request: RunRequest, summary: PlainSummary): Outcome {
  if (run.timedOut) return 'timed-out';
  const { output, counts, nothingFound, failures } = summary;
  const wanted = request.tests.length;
  // A person's shell may turn colours on where the engine does not.
  const text = output.replace(COLOURS, '');
  const line = counts.exec(text)?.[1];
  if (line === undefined) return nothingFound.test(text) ? 'missing' : 'crashed';
  const passed = counted(line, 'passed');
  const failed = counted(line, 'failed');
  if (failed > 0) {
    const names = namesIn(request, failures);
    const isOf = (id: string, name: string): boolean => failures.nameOf(id) === name;
    const named = names.length === failed ? failuresNamed(names, 'failed', isOf) : null;
    return ownOutcome('failed', request, named, (others) => passed === others);
  }
  if (passed === 0 && run.code === 0) return 'missing';
  // A failing run without a failed test: a file that does not load, a broken afterAll, an unhandled error.
  if (run.code !== 0) return 'errored';
  return passed === wanted ? 'passed' : 'missing';
}

/** Counts selected tests only, because other headings look the same. A name may appear again at the end. */
function namesIn({ tests }: RunRequest, { output, line, nameOf }: PlainSummary['failures']): readonly string[] {
  const selected = new Set(tests.map(nameOf));
  const names = [...output.replace(COLOURS, '').matchAll(line)].map(([, name]) => name!.trimEnd());
  return [...new Set(names)].filter((name) => selected.has(name));
}

function counted(line: string, word: string): number {
  return Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
}
