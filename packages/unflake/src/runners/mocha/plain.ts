/**
 * The Mocha command that a person would type for a selection, if a pattern on titles selects exactly these tests. Mocha runs files in the
 * given order.
 */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { parseTitlePath } from '../../contract/title-path.ts';
import { namedFiles } from '../name-pattern.ts';
import { failuresNamed, ownOutcome } from '../plain-target.ts';
import { workerCount } from '../worker-count.ts';

export function plainMocha(request: RunRequest, { program, root, settings }: RunnerContext): Command | null {
  const named = namedFiles(request, { names: 'exact case' });
  // Files of the configuration would run as well, and workers change the order.
  if (named === null || settings.files.length > 0 || workerCount(request.conditions) !== 1) return null;
  // Mocha treats a leading slash as the delimiter of a regular expression.
  const only = named.pattern === null ? [] : ['--grep', named.pattern];
  return {
    argv: [
      ...program,
      ...['--no-parallel', '--retries', '0', '--reporter', 'json'],
      ...settings.args,
      ...only,
      // A name with brackets or stars must not be treated as a pattern.
      ...named.files.map((file) => file.replace(/[[\]{}()*?!]/g, '\\$&')),
    ],
    env: {},
    cwd: root,
    files: {},
    reads: [],
  };
}

interface Stats {
  readonly passes: number;
  readonly pending: number;
  readonly failures: number;
}

/** Mocha's exit status is also 0 when nothing ran, and its report omits tests after a broken hook. */
export function parseMochaPlain(run: RawRun, request: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const { tests, target } = request;
  const stats = statsOf(run.stdout);
  if (stats === null) return /no test files? found/i.test(run.stderr) ? 'missing' : 'crashed';
  const hooks = [...run.stdout.matchAll(/^ {6}"title": "\\"(?:before|after) (?:all|each)\\" hook/gm)].length;
  const reported = stats.passes + stats.pending + stats.failures - hooks;
  // More than requested: the project's configuration names files that ran as well.
  if (reported > tests.length) return 'missing';
  if (stats.failures > 0) {
    const report = reportIn(run.stdout);
    const failures = report && failuresNamed(report.failures, 'failed', isOf);
    return ownOutcome(hooks > 0 ? 'errored' : 'failed', request, failures, () =>
      Boolean(report?.passes.some((one) => isOf(target!, one))),
    );
  }
  if (reported < tests.length) return 'missing';
  return stats.passes > 0 ? 'passed' : 'skipped';
}

interface ReportedTest {
  readonly fullTitle: string;
  readonly file?: string | null;
}

interface MochaReport {
  readonly failures: readonly ReportedTest[];
  readonly passes: readonly ReportedTest[];
}

/** A broken hook has a name of its own, which is not that of a test. */
function isOf(id: string, { fullTitle, file }: ReportedTest): boolean {
  const path = parseTitlePath(id);
  return path.titles.join(' ') === fullTitle && (!file || file.endsWith(`/${path.file}`));
}

/** Null if tests printed into it. */
function reportIn(stdout: string): MochaReport | null {
  const start = stdout.lastIndexOf('{\n  "stats": {');
  const end = stdout.lastIndexOf('\n}');
  try {
    return start < 0 || end < start ? null : (JSON.parse(stdout.slice(start, end + 2)) as MochaReport);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The report may be surrounded by output of the tests. */
function statsOf(stdout: string): Stats | null {
  const count = (name: string): number | undefined => {
    const found = [...stdout.matchAll(new RegExp(`^ {4}"${name}": (\\d+),$`, 'gm'))].at(-1);
    return found && Number(found[1]);
  };
  const [passes, pending, failures] = [count('passes'), count('pending'), count('failures')];
  if (passes === undefined || pending === undefined || failures === undefined) return null;
  return { passes, pending, failures };
}
