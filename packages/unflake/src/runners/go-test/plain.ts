/** The `go test` that a person would type for a selection, where `-run` tells exactly these tests, and what it prints. */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { workerCount } from '../worker-count.ts';
import { packagePattern, parseGoId } from './go-id.ts';

// A person reads and pastes this line.
const LONGEST_PATTERN = 8000;

export function plainGoTest(request: RunRequest, { program, root, settings }: RunnerContext): Command | null {
  const { tests, suite, repeat, conditions } = request;
  const wanted = tests.map(parseGoId);
  const folders = [...new Set(wanted.map(({ folder }) => folder))];
  const names = [...new Set(wanted.map(({ name }) => name))];
  const pattern = names.length === 1 ? `^${names[0]}$` : `^(${names.join('|')})$`;
  if (!keepsOrder(tests, suite) || pattern.length > LONGEST_PATTERN) return null;
  // A name is chosen in all packages at once, and by both of two tests that share it.
  const matched = suite.map(parseGoId).filter(({ folder, name }) => folders.includes(folder) && names.includes(name));
  if (matched.length > tests.length) return null;
  const workers = workerCount(conditions);
  return {
    argv: [
      ...program,
      'test',
      ...settings.args,
      `-count=${repeat}`,
      '-v',
      ...(conditions.detectors === 'on' ? ['-race'] : []),
      ...(folders.length > 1 ? [`-p=${workers}`] : []),
      `-parallel=${workers}`,
      `-run=${pattern}`,
      ...folders.map(packagePattern),
    ],
    env: { GOFLAGS: null },
    cwd: root,
    files: {},
    reads: [],
  };
}

/** Counts the tests that ended: the exit status is 0 also when none ran. */
export function parseGoTestPlain(run: RawRun, { tests, repeat }: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const names = new Set(tests.map((id) => parseGoId(id).name));
  const ended = [...run.stdout.matchAll(/^--- (PASS|FAIL|SKIP): (\S+) \(/gm)].filter(([, , name]) => names.has(name!));
  const count = (word: string): number => ended.filter(([, verdict]) => verdict === word).length;
  if (/^panic: |^fatal error: /m.test(run.stdout)) return 'crashed';
  if (count('FAIL') > 0) return 'failed';
  if (/\[(?:build|setup) failed\]$/m.test(run.stdout)) return 'missing';
  if (ended.length < tests.length * repeat) return run.code === 0 ? 'missing' : 'crashed';
  if (run.code !== 0) return 'errored';
  return count('PASS') > 0 ? 'passed' : 'skipped';
}

/** Go runs tests as they are declared; unknown ones are left to it to miss. */
function keepsOrder(tests: readonly string[], suite: readonly string[]): boolean {
  const places = new Map(suite.map((id, index) => [id, index]));
  const known = tests.flatMap((id) => places.get(id) ?? []);
  return known.every((place, index) => index === 0 || place > known[index - 1]!);
}
