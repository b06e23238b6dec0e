/** The pytest command that a person would type for a selection, and how its last lines are read. */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { COLOURS } from '../../reports/colours.ts';
import { type NamedFailure, ownOutcome } from '../plain-target.ts';
import { workerCount } from '../worker-count.ts';

// A longer line is hard to paste, and an argument list has a limit of about two million bytes anyway.
const MAX_LINE = 100_000;

export function plainPytest(request: RunRequest, { program, root, settings }: RunnerContext): Command | null {
  const { tests, repeat, conditions } = request;
  // pytest drops repeated arguments, and has no argument for the second of two equal ids.
  if (repeat !== 1 || new Set(tests).size < tests.length || tests.some((id) => /\\#\d+$/.test(id))) return null;
  if (tests.join(' ').length > MAX_LINE) return null;
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

export function parsePytestPlain(run: RawRun, request: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const { tests } = request;
  const stdout = run.stdout.replace(COLOURS, '');
  const summary = summaryOf(stdout);
  const count = (word: string): number => Number(new RegExp(`\\b(\\d+) ${word}\\b`).exec(summary)?.[1] ?? 0);
  if (run.code === 4 || run.code === 5) return 'missing';
  const passed = count('passed') + count('xpassed');
  const skipped = count('skipped') + count('xfailed');
  const broken = count('error') + count('errors');
  if (count('failed') + broken > 0) {
    const whole = count('failed') > 0 ? 'failed' : 'errored';
    const failures = failuresIn(stdout);
    const named = failures.length === count('failed') + broken ? failures : null;
    return ownOutcome(whole, request, named, (others) => skipped === 0 && passed >= others);
  }
  // The process can exit with any status, including 0, and then prints no summary.
  if (passed + skipped === 0) return 'crashed';
  if (passed + skipped < tests.length) return 'missing';
  return passed > 0 ? 'passed' : 'skipped';
}

/** The short summary has a line for each failure, with the message after the id. */
function failuresIn(stdout: string): readonly NamedFailure[] {
  const lines = stdout.slice(stdout.lastIndexOf('= short test summary info =')).matchAll(/^(FAILED|ERROR) (.+)$/gm);
  return [...lines].map(([, word, rest = '']) => ({
    outcome: word === 'FAILED' ? 'failed' : 'errored',
    means: (id) => rest === id || rest.startsWith(`${id} - `),
  }));
}

// The duration is negative if a test set the clock back and did not restore it.
function summaryOf(stdout: string): string {
  return (
    stdout
      .split('\n')
      .findLast((line) =>
        /\b(?:passed|failed|skipped|xfailed|xpassed|errors?|no tests ran)\b.* in -?[\d.]+s/.test(line),
      ) ?? ''
  );
}
