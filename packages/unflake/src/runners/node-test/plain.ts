/** The command that a person would type for a selection of node:test, if Node's name patterns can select exactly these tests. */
import type { Command, RawRun } from '../../contract/command.ts';
import { isFailure, type Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { parseTitlePath, type TitlePath } from '../../contract/title-path.ts';
import { failuresNamed, ownOutcome } from '../plain-target.ts';
import { workerCount } from '../worker-count.ts';
import { tapOutcomes } from './tap-outcomes.ts';

// Longer commands are hard to read and paste.
const MAX_PATTERNS = 50;

/** `options`: those that the project's own script gives to Node. */
export function plainNodeTest(
  request: RunRequest,
  { program, root, settings }: RunnerContext,
  options: readonly string[] = [],
): Command | null {
  if (request.repeat !== 1 || !keepsOrder(request)) return null;
  const wanted = request.tests.map(parseTitlePath);
  const files = [...new Set(wanted.map(({ file }) => file))];
  // Node sorts the files it is given.
  if (files.some((file, index) => index > 0 && file < files[index - 1]!)) return null;
  const inFiles = request.suite.filter((id) => files.includes(parseTitlePath(id).file));
  const patterns = inFiles.length === wanted.length ? [] : patternsFor(wanted, inFiles.map(parseTitlePath));
  if (patterns === null) return null;
  return {
    argv: [
      ...program,
      ...options,
      ...settings.args,
      '--test',
      '--test-reporter=tap',
      ...(files.length > 1 ? [`--test-concurrency=${workerCount(request.conditions)}`] : []),
      ...patterns.map((pattern) => `--test-name-pattern=${pattern}`),
      ...files,
    ],
    env: { NODE_TEST_CONTEXT: null },
    cwd: root,
    files: {},
    reads: [],
  };
}

/** `missing` unless every selected title is reported; a file that crashed reports none of its tests. */
export function parseNodeTestPlain(run: RawRun, request: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const { tests, target } = request;
  const seen = tapOutcomes(run.stdout);
  const titles = tests.map(lastTitle);
  const reported = titles.flatMap((title) => seen.filter((test) => test.title === title && test.outcome !== 'skipped'));
  const failed = reported.filter(({ outcome }) => isFailure(outcome)).map(({ title }) => title);
  const silent = titles.filter((title) => !reported.some((test) => test.title === title));
  const died = /exitCode: (?!1\b)\d|signal: '?SIG/.test(run.stdout);
  if (failed.length > 0) {
    const isOf = (id: string, title: string): boolean => lastTitle(id) === title;
    const failures = [...failuresNamed(failed, 'failed', isOf), ...failuresNamed(died ? silent : [], 'crashed', isOf)];
    return ownOutcome('failed', request, failures, () => !silent.includes(lastTitle(target!)));
  }
  if (silent.length > 0) return died ? 'crashed' : 'missing';
  return run.code === 0 ? 'passed' : 'failed';
}

const lastTitle = (id: string): string => parseTitlePath(id).titles.at(-1) ?? '';

function keepsOrder({ tests, suite }: RunRequest): boolean {
  const place = new Map(suite.map((id, index) => [id, index]));
  const places = tests.map((id) => place.get(id) ?? -1);
  return places.every((place, index) => place >= 0 && (index === 0 || place > places[index - 1]!));
}

/** Node 20 matches the titles of tests and suites; newer versions match the path joined by spaces. The patterns must work for both. */
function patternsFor(wanted: readonly TitlePath[], all: readonly TitlePath[]): readonly string[] | null {
  const patterns = [...new Set(wanted.map(({ titles }) => `(^| )${escaped(titles.at(-1) ?? '')}$`))];
  if (patterns.length > MAX_PATTERNS) return null;
  const expressions = patterns.map((pattern) => new RegExp(pattern));
  const matches = (text: string): boolean => expressions.some((expression) => expression.test(text));
  const own = all.filter(({ titles }) => matches(titles.at(-1) ?? ''));
  const whole = all.filter(({ titles }) => matches(titles.join(' ')));
  const suites = all.flatMap(({ titles }) =>
    titles.slice(0, -1).flatMap((title, at) => [title, titles.slice(0, at + 1).join(' ')]),
  );
  return own.length === wanted.length && whole.length === wanted.length && !suites.some(matches) ? patterns : null;
}

function escaped(title: string): string {
  return title.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
