/**
 * The AVA command that a person would type for tests of one file, if `--match` can select exactly these tests. AVA itself chooses the order
 * of files.
 */
import type { Command, RawRun } from '../../contract/command.ts';
import { isFailure, type Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';
import { parseTitlePath } from '../../contract/title-path.ts';
import { keepsOrder } from '../keeps-order.ts';
import { failuresNamed, ownOutcome } from '../plain-target.ts';
import { workerCount } from '../worker-count.ts';

// Longer commands are hard to read and paste.
const MAX_PATTERNS = 50;
/** In `--match`, a star matches anything, `!` negates, and the effect of a backslash depends on the version. */
const NO_PATTERN = /[*\\]|^!|^$/;
/** A file name is a pattern as well, and a number after a colon would be a line. */
const NO_FILE = /[[\]{}()*?!\\:]/;

export function plainAva(request: RunRequest, { program, root, settings }: RunnerContext): Command | null {
  const { tests, suite, repeat, conditions } = request;
  const [file, another] = new Set(tests.map(fileOf));
  if (file === undefined || another !== undefined || NO_FILE.test(file)) return null;
  // Files of the configuration would run as well.
  if (settings.files.length > 0 || repeat !== 1 || !keepsOrder(tests, suite)) return null;
  const patterns = patternsFor(tests.map(titleOf), suite.filter((id) => fileOf(id) === file).map(titleOf));
  if (patterns === null) return null;
  const workers = workerCount(conditions);
  return {
    argv: [
      ...program,
      ...[...(workers === 1 ? ['--serial'] : ['--concurrency', String(workers)]), '--no-fail-fast', '--tap'],
      ...settings.args,
      ...patterns.map((title) => `--match=${title}`),
      file,
    ],
    env: {},
    cwd: root,
    files: {},
    reads: [],
  };
}

/** No pattern for a whole file; null if a pattern would also match other tests. AVA ignores case. */
function patternsFor(wanted: readonly string[], all: readonly string[]): readonly string[] | null {
  if (wanted.length === all.length) return [];
  if (wanted.length > MAX_PATTERNS || wanted.some((title) => NO_PATTERN.test(title))) return null;
  const names = new Set(wanted.map((title) => title.toLowerCase()));
  const found = all.filter((title) => names.has(title.toLowerCase()));
  return found.length > wanted.length ? null : wanted;
}

interface Point {
  readonly title: string;
  readonly outcome: Outcome;
}

/** AVA names hooks after their test, and prints how many tests a crashed worker lost. */
export function parseAvaPlain(run: RawRun, request: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const { tests, target } = request;
  const points = pointsIn(run.stdout);
  const titles = tests.map(titleOf);
  const silent = titles.filter((title) => !points.some((point) => point.title === title));
  const failed = points.filter(({ outcome }) => isFailure(outcome)).map(({ title }) => title);
  const own = failed.filter((title) => titles.includes(title));
  const others = failed.filter((title) => !titles.includes(title));
  if (failed.length > 0) {
    const hooks = others.some((title) => / hook(?: for |$)/.test(title));
    const named = [
      ...failuresNamed(own, 'failed', (id, title) => titleOf(id) === title),
      ...failuresNamed(others, 'errored', (id, title) => title.endsWith(` for ${titleOf(id)}`)),
    ];
    const whole = own.length > 0 ? 'failed' : hooks ? 'errored' : 'crashed';
    return ownOutcome(whole, request, named, () => !silent.includes(titleOf(target!)));
  }
  const brokeOff = / remaining in /.test(run.stdout) || !/^1\.\.\d+$/m.test(run.stdout);
  if (silent.length > 0) return brokeOff ? 'crashed' : 'missing';
  if (run.code !== 0) return 'crashed';
  return points.some(({ outcome }) => outcome === 'passed') ? 'passed' : 'skipped';
}

/** Unlike other producers of TAP, AVA does not escape titles. */
function pointsIn(stdout: string): readonly Point[] {
  return [...stdout.matchAll(/^(not )?ok \d+ - (.*?)(?: # (SKIP|TODO))?$/gm)].map(([, not, title, directive]) => ({
    title: title!,
    outcome: directive === undefined ? (not ? 'failed' : 'passed') : 'skipped',
  }));
}

const fileOf = (id: TestId): string => parseTitlePath(id).file;
const titleOf = (id: TestId): string => parseTitlePath(id).titles.join(' > ');
