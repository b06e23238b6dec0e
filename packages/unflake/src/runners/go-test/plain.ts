/** The `go test` command that a person would type for a selection, if `-run` selects exactly these tests, and how its output is read. */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { keepsOrder } from '../keeps-order.ts';
import { failuresNamed, type NamedFailure, ownOutcome } from '../plain-target.ts';
import { workerCount } from '../worker-count.ts';
import { packagePattern, parseGoId } from './go-id.ts';

// Longer commands are hard to read and paste.
const MAX_PATTERN = 8000;
const PANIC = /^panic: |^fatal error: /m;

export function plainGoTest(request: RunRequest, { program, root, settings }: RunnerContext): Command | null {
  const { tests, suite, repeat, conditions } = request;
  const wanted = tests.map(parseGoId);
  const folders = [...new Set(wanted.map(({ folder }) => folder))];
  const names = [...new Set(wanted.map(({ name }) => name))];
  const pattern = names.length === 1 ? `^${names[0]}$` : `^(${names.join('|')})$`;
  if (!keepsOrder(tests, suite) || pattern.length > MAX_PATTERN) return null;
  // `-run` selects a name in all packages at once, and both of two tests that share it.
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

/** Counts the tests that ended: the exit status is also 0 when none ran. */
export function parseGoTestPlain(run: RawRun, request: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const { tests, repeat, target } = request;
  const names = new Set(tests.map((id) => parseGoId(id).name));
  const ended = [...run.stdout.matchAll(/^--- (PASS|FAIL|SKIP): (\S+) \(/gm)].filter(([, , name]) => names.has(name!));
  const count = (word: string): number => ended.filter(([, verdict]) => verdict === word).length;
  const own = (whole: Outcome): Outcome =>
    ownOutcome(whole, request, failuresIn(run.stdout, ended), () =>
      ended.some(([, verdict, name]) => verdict === 'PASS' && isOf(target!, name!)),
    );
  if (PANIC.test(run.stdout)) return own('crashed');
  if (count('FAIL') > 0) return own('failed');
  if (/\[(?:build|setup) failed\]$/m.test(run.stdout)) return 'missing';
  if (ended.length < tests.length * repeat) return run.code === 0 ? 'missing' : own('crashed');
  if (run.code !== 0) return 'errored';
  return count('PASS') > 0 ? 'passed' : 'skipped';
}

/** A test that started and has no end line was running when the process died, as was the last that failed before a panic. */
function failuresIn(stdout: string, ended: readonly RegExpMatchArray[]): readonly NamedFailure[] {
  const times = (names: readonly (string | undefined)[], name: string) => names.filter((one) => one === name).length;
  const begun = [...stdout.matchAll(/^=== RUN {3}([^\s/]+)$/gm)].map(([, name]) => name!);
  const endedNames = ended.map(([, , name]) => name);
  const open = [...new Set(begun)].filter((name) => times(begun, name) > times(endedNames, name));
  const failed = ended.filter(([, verdict]) => verdict === 'FAIL').map(([, , name]) => name!);
  const crashed = open.length === 0 && PANIC.test(stdout) ? failed.splice(-1) : open;
  return [...failuresNamed(crashed, 'crashed', isOf), ...failuresNamed(failed, 'failed', isOf)];
}

const isOf = (id: string, name: string): boolean => parseGoId(id).name === name;
