/** Reads the reports of a run for the gate: what failed, which entries were seen, and what is wrong with the reports. */
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { isFailure } from '../../../contract/outcome.ts';
import type { FailedTest, NamedEntry } from '../../../experiment/quarantine/gate.ts';
import { covers } from '../../../experiment/quarantine/quarantine-entry.ts';
import { failureText } from '../../../reports/failure-text.ts';
import { historyName, type NamePlace } from '../../../reports/results/history-name.ts';
import { OUTSIDE_TESTS } from '../../../reports/results/junit-results.ts';
import type { ReportedResult } from '../../../reports/results/reported-result.ts';
import { reportPlace } from '../history/name-place.ts';
import { openReport, readReport, reportFiles } from '../history/read-report.ts';

export interface GateReports {
  readonly problems: readonly string[];
  readonly tests: number;
  readonly failed: readonly FailedTest[];
  readonly seen: ReadonlySet<NamedEntry>;
  readonly ran: ReadonlySet<NamedEntry>;
  /** Whole reports, absolute. */
  readonly sound: readonly string[];
}

/** What tells whether a file was written since. */
export type ReportStates = ReadonlyMap<string, string>;

export async function reportStates(paths: readonly string[]): Promise<ReportStates> {
  const states = new Map<string, string>();
  for (const path of await reportFiles(paths)) {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true });
    if (found !== undefined) states.set(path, `${found.ino} ${found.mtimeNs} ${found.size}`);
  }
  return states;
}

/** `before`: the reports before the command ran; one that has not changed is of another run. Null where no command ran. */
export async function gateReports(
  paths: readonly string[],
  before: ReportStates | null,
  entries: readonly NamedEntry[],
  place: NamePlace,
  cwd: string,
): Promise<GateReports> {
  const problems: string[] = [];
  const sound: string[] = [];
  const failed: FailedTest[] = [];
  const seen = new Set<NamedEntry>();
  const ran = new Set<NamedEntry>();
  let tests = 0;
  const files = await reportFiles(paths);
  if (files.length === 0) problems.push('no report was given or found');
  const now = await reportStates(paths);
  for (const path of files) {
    const shown = relative(cwd, path) || path;
    const opened = await openReport(path);
    if ('why' in opened) {
      problems.push(`${shown}: ${opened.why}`);
      continue;
    }
    if (before !== null && before.get(path) === now.get(path)) {
      problems.push(`${shown}: the command did not write it; it is of an earlier run`);
      continue;
    }
    const own = reportPlace(place, path);
    const broken = await readReport(opened, async (results) => {
      for (const result of results) {
        tests += 1;
        const test = testOf(result, own);
        const covering = entries.filter((entry) => covers(entry.name, test.name));
        for (const entry of covering) seen.add(entry);
        if (test.ran) for (const entry of covering) ran.add(entry);
        if (test.failed !== null) failed.push(test.failed);
      }
    });
    if (broken === null) sound.push(path);
    else problems.push(`${shown}:${broken.line}:${broken.column}: broken or cut off: ${broken.why}`);
  }
  return { problems, tests, failed, seen, ran, sound };
}

function testOf({ name: reported, executions }: ReportedResult, place: NamePlace) {
  const { id, ...name } = historyName(reported, place);
  const { outcome, failure } = executions.at(-1)!;
  const isOutside = reported.titles.at(-1) === OUTSIDE_TESTS;
  const kind = isOutside ? ('outside' as const) : outcome === 'crashed' ? ('crashed' as const) : ('failed' as const);
  const message = failure === undefined ? null : failureText(failure, place.roots[0]!) || null;
  return {
    name,
    ran: outcome !== 'skipped' && outcome !== 'missing',
    failed: isFailure(outcome) ? { id, name, message, kind } : null,
  };
}
