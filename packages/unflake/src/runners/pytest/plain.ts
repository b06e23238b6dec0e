/** The pytest command a person would type for a selection, and what its last line says. */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { workerCount } from '../worker-count.ts';

// Beyond this nobody pastes the line, and one argument list holds about two million bytes anyway.
const LONGEST_LINE = 100_000;

export function plainPytest(request: RunRequest, { program, root, settings }: RunnerContext): Command | null {
  const { tests, repeat, conditions } = request;
  // pytest drops repeated arguments, and has no argument for the second of two equal ids.
  if (repeat !== 1 || new Set(tests).size < tests.length || tests.some((id) => /\\#\d+$/.test(id))) return null;
  if (tests.join(' ').length > LONGEST_LINE) return null;
  const workers = workerCount(conditions);
  return {
    argv: [
      ...program,
      '-m',
      'pytest',
      '-p',
      'no:cacheprovider',
      '-p',
      'no:randomly',
      '--verbosity=0',
      ...(workers > 1 ? ['-n', String(workers)] : []),
      ...settings.args,
      ...tests,
    ],
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    cwd: root,
    files: {},
    reads: [],
  };
}

export function parsePytestPlain(run: RawRun, { tests }: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const count = (word: string): number =>
    Number(new RegExp(`\\b(\\d+) ${word}\\b`).exec(summaryOf(run.stdout))?.[1] ?? 0);
  if (run.code === 4 || run.code === 5) return 'missing';
  if (count('failed') > 0) return 'failed';
  if (count('error') + count('errors') > 0) return 'errored';
  const passed = count('passed') + count('xpassed');
  const skipped = count('skipped') + count('xfailed');
  // The process can end itself with any status, 0 among them, and then says nothing at the end.
  if (passed + skipped === 0) return 'crashed';
  if (passed + skipped < tests.length) return 'missing';
  return passed > 0 ? 'passed' : 'skipped';
}

// The duration is negative where a test set the clock back and left it so.
function summaryOf(stdout: string): string {
  return (
    stdout
      .split('\n')
      .findLast((line) =>
        /\b(?:passed|failed|skipped|xfailed|xpassed|errors?|no tests ran)\b.* in -?[\d.]+s/.test(line),
      ) ?? ''
  );
}
