/**
 * The `rspec` command that a person would type for examples of files in any order, if descriptions select exactly these, and how its report
 * is read.
 */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { parseTitlePath } from '../../contract/title-path.ts';
import { namedFiles } from '../name-pattern.ts';
import { failuresNamed, ownOutcome } from '../plain-target.ts';

// Longer commands are hard to read and paste.
const MAX_PATTERNS = 50;
const NAMELESS = '(no description)';

export function plainRspec(request: RunRequest, { program, root, settings }: RunnerContext): Command | null {
  const named = namedFiles(request, { names: 'exact case' });
  if (named === null) return null;
  const wanted = [...new Set(request.tests.map((id) => pattern(parseTitlePath(id).titles)))];
  const inFiles = request.suite.map(parseTitlePath).filter(({ file }) => named.files.includes(file));
  const expressions = wanted.map((text) => new RegExp(text, 'u'));
  const matched = inFiles.filter(({ titles }) => expressions.some((one) => one.test(titles.join(' '))));
  const whole = named.pattern === null;
  if (!whole && (wanted.length > MAX_PATTERNS || matched.length > request.tests.length)) return null;
  if (!whole && request.tests.some((id) => parseTitlePath(id).titles.includes(NAMELESS))) return null;
  return {
    argv: [
      ...program,
      ...['-S', 'rspec', '--order', 'defined', '--format', 'json'],
      ...settings.args,
      ...(whole ? [] : wanted.flatMap((text) => ['--example-matches', text])),
      ...named.files,
    ],
    env: {},
    cwd: root,
    files: {},
    reads: [],
  };
}

/** An example that ended the process has no status, although RSpec's own summary does not count it as failed. */
export function parseRspecPlain(run: RawRun, request: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const { tests, target } = request;
  const report = run.stdout.split('\n').findLast((line) => line.includes('{"version":'));
  if (report === undefined) return 'crashed';
  const count = (status: string): number => report.split(`"status":"${status}"`).length - 1;
  const [passed, failed, pending] = [count('passed'), count('failed'), count('pending')];
  const outside = Number(/"errors_outside_of_examples_count":(\d+)/.exec(report)?.[1] ?? 0);
  const cut = /"status":(?:null|"")/.test(report);
  if (cut || failed > 0) {
    const examples = examplesIn(report);
    const failures = examples && [
      ...failuresNamed(
        examples.filter(({ status }) => status === 'failed'),
        'failed',
        isOf,
      ),
      ...failuresNamed(
        examples.filter(({ status }) => !status),
        'crashed',
        isOf,
      ),
    ];
    const isPass = (one: Example): boolean => one.status === 'passed' && isOf(target!, one);
    return ownOutcome(cut ? 'crashed' : 'failed', request, failures, () => Boolean(examples?.some(isPass)));
  }
  if (outside > 0) return 'errored';
  if (passed + pending !== tests.length) return 'missing';
  return passed > 0 ? 'passed' : 'skipped';
}

interface Example {
  readonly status: string | null;
  readonly full_description?: string;
  readonly file_path?: string;
}

/** Null if something else was printed on the same line. */
function examplesIn(report: string): readonly Example[] | null {
  try {
    return (JSON.parse(report.slice(report.indexOf('{"version":'))) as { examples: readonly Example[] }).examples;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isOf(id: string, { full_description = '', file_path = '' }: Example): boolean {
  const { file, titles } = parseTitlePath(id);
  return file_path.replace(/^\.\//, '') === file && new RegExp(pattern(titles), 'u').test(full_description);
}

/** RSpec joins descriptions by a space, unless one starts like a method name. */
function pattern(titles: readonly string[]): string {
  return `^${titles.map((title) => title.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join(' ?')}$`;
}
