/**
 * The `tap` command that a person would type for one file, and how its output is read. With several files tap itself chooses their order.
 */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { parseTitlePath } from '../../contract/title-path.ts';
import { workerCount } from '../worker-count.ts';

/** An argument that is not an existing file is a pattern. */
const NO_FILE = /[[\]{}()*?!\\]|^-/;

export function plainTap(
  { tests, repeat, conditions }: RunRequest,
  { program, root, settings }: RunnerContext,
): Command | null {
  const [file, another] = tests.map((id) => parseTitlePath(id).file);
  if (file === undefined || another !== undefined || repeat !== 1 || NO_FILE.test(file)) return null;
  if (settings.files.length > 0 || workerCount(conditions) !== 1) return null;
  return {
    argv: [...program, '--reporter=tap', '--jobs=1', ...settings.args, file],
    env: {},
    cwd: root,
    files: {},
    reads: [],
  };
}

/** The exit code also reflects coverage, so it does not give the test's outcome. */
export function parseTapPlain(run: RawRun): Outcome {
  if (run.timedOut) return 'timed-out';
  const point = /^(not )?ok 1 - .*$/m.exec(run.stdout);
  if (point === null) return /No valid test files found/.test(run.stdout + run.stderr) ? 'missing' : 'crashed';
  if (point[1] === undefined) return allSkipped(point[0], run.stdout) ? 'skipped' : 'passed';
  return /^ +(?:signal: SIG|not ok \d+ - test unfinished)/m.test(run.stdout) ? 'crashed' : 'failed';
}

function allSkipped(line: string, stdout: string): boolean {
  if (/ # SKIP\b/.test(line)) return true;
  const inside = [...stdout.matchAll(/^ {4}ok \d+.*$/gm)];
  return inside.length > 0 && inside.every(([text]) => / # SKIP\b/.test(text));
}
