/** The result of a command's run: from its report if it writes one, else from its exit status. */
import type { RawRun } from '../../contract/command.ts';
import { isFailure, type Outcome } from '../../contract/outcome.ts';
import type { Report, RunnerContext, RunnerSettings, RunRequest } from '../../contract/runner.ts';
import { type TestId, testId } from '../../contract/test-id.ts';
import { bounded, endingText } from '../../reports/failure-text.ts';
import { parseJunit } from '../../reports/junit.ts';
import { type ReportText, reportOf } from '../../reports/reported-test.ts';
import { parseTap } from '../../reports/tap.ts';
import { couldNotRun, outcomeOfEnding } from './ending.ts';

const LAST_LINES = 20;
const WORDS_LIMIT = 2000;

/** The command itself is the only test. */
export function wholeCommandId({ command }: RunnerSettings): TestId {
  return testId(command.filter((word) => word !== '{ids}').join(' '));
}

export function parseReport(run: RawRun, { settings, root }: RunnerContext, path: string | null): Report {
  const refused = couldNotRun(run);
  if (refused !== null) return { observations: [], problems: [`could not run: ${refused}: ${lastWords(run)}`] };
  if (settings.report.format === 'exit') return byEnding(run, settings, root);
  const texts = path === null ? [run.stdout] : reportTexts(run, path);
  if (texts.length === 0) {
    return { observations: [], problems: [`no report was written; ${endingText(run)}: ${lastWords(run)}`] };
  }
  const parts = texts.map(settings.report.format === 'tap' ? parseTap : parseJunit);
  const whole: ReportText = {
    tests: parts.flatMap(({ tests }) => tests),
    problems: parts.flatMap(({ problems }) => problems),
    retried: parts.flatMap(({ retried = [] }) => retried),
  };
  const report = reportOf(whole, root);
  const failed = report.observations.some(({ outcome }) => isFailure(outcome));
  if (failed || (run.code === 0 && !run.timedOut)) return report;
  return { ...report, problems: [...report.problems, `${endingText(run)}, but the report names no failure`] };
}

/** Only the exit status counts, because a plain command writes no report for us. */
export function parseCommandPlain(run: RawRun, _request: RunRequest): Outcome {
  return couldNotRun(run) === null ? outcomeOfEnding(run, []) : 'missing';
}

function byEnding(run: RawRun, settings: RunnerSettings, root: string): Report {
  const outcome = outcomeOfEnding(run, settings.command);
  const failure = { type: outcome, message: `${endingText(run)}\n${lastWords(run)}` };
  const test = { titles: [''], outcome, ms: run.ms, ...(isFailure(outcome) && { failure }) };
  const { observations, problems } = reportOf({ tests: [test], problems: [] }, root);
  return { observations: observations.map((seen) => ({ ...seen, test: wholeCommandId(settings) })), problems };
}

/** One report, or several that fresh-reports.mjs joined into one file. */
function reportTexts(run: RawRun, path: string): readonly string[] {
  const text = run.files[path];
  if (text === undefined || !path.endsWith('.json')) return text === undefined ? [] : [text];
  try {
    return JSON.parse(text) as readonly string[];
  } catch (error) {
    // The run was ended while it wrote the file.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function lastWords({ stdout, stderr }: RawRun): string {
  const lines = `${stdout.trimEnd()}\n${stderr.trimEnd()}`.trim().split('\n');
  return bounded(lines.slice(-LAST_LINES).join('\n'), WORDS_LIMIT);
}
