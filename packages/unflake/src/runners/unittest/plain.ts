/** The `python -m unittest` command that a person would type for a selection, and how its last lines are read. */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { type NamedFailure, ownOutcome } from '../plain-target.ts';

// Longer commands are hard to read and paste.
export const MAX_LINE = 8000;
const HEADING = /^={70}\n(FAIL|ERROR|UNEXPECTED SUCCESS): (\w+) \(([\w.]+)\)/gmu;
const ID = /^((?:[\w]+\/)*\w+)\.py::([\w.]+)::(\w+)$/u;

export function plainUnittest(
  { tests, repeat }: RunRequest,
  { program, root, settings }: RunnerContext,
): Command | null {
  // Modules have other names if discovery does not start at the root.
  if (settings.args.length > 0 || settings.files.length > 0) return null;
  const once = tests.map(dottedName);
  const names = Array.from({ length: repeat }, () => once).flat();
  if (names.includes(null) || names.join(' ').length > MAX_LINE) return null;
  return {
    argv: [...program, '-m', 'unittest', ...names.flatMap((name) => name ?? [])],
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    cwd: root,
    files: {},
    reads: [],
  };
}

export function parseUnittestPlain(run: RawRun, request: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const { tests, repeat } = request;
  const ran = Number(/^Ran (\d+) tests? in /m.exec(run.stderr)?.[1] ?? Number.NaN);
  const last = /^(?:OK|FAILED|NO TESTS RAN)\b.*$/m.exec(run.stderr.slice(run.stderr.lastIndexOf('\nRan ')))?.[0];
  // The process can exit with any status, including 0, and then prints no summary.
  if (last === undefined || Number.isNaN(ran)) return 'crashed';
  // A name that does not exist becomes a failing test of this class.
  if (/^ERROR: .*\bunittest\.loader\._FailedTest\b/m.test(run.stderr)) return 'missing';
  const count = (word: string): number => Number(new RegExp(`[(,] ?${word}=(\\d+)`).exec(last)?.[1] ?? 0);
  const failed = count('failures') + count('unexpected successes');
  if (failed + count('errors') > 0) {
    const failures = failuresIn(run.stderr);
    const named = failures.length === failed + count('errors') ? failures : null;
    const allRan = ran >= tests.length * repeat && count('skipped') + count('expected failures') === 0;
    return ownOutcome(failed > 0 ? 'failed' : 'errored', request, named, () => allRan);
  }
  if (ran < tests.length * repeat) return 'missing';
  return count('skipped') + count('expected failures') < ran ? 'passed' : 'skipped';
}

/** Python before 3.11 prints only the class in brackets. */
function failuresIn(stderr: string): readonly NamedFailure[] {
  return [...stderr.matchAll(HEADING)].map(([, word, method, owner]) => ({
    outcome: word === 'ERROR' ? 'errored' : 'failed',
    means: (id) => [owner, `${owner}.${method}`].includes(dottedName(id) ?? ''),
  }));
}

/** Null for a test that no name selects: the second of two equal ones, or one whose name is not an identifier. */
export function dottedName(id: string): string | null {
  const [, file, owner, method] = ID.exec(id) ?? [];
  return file === undefined ? null : `${file.replace(/\/__init__$/, '').replaceAll('/', '.')}.${owner}.${method}`;
}
