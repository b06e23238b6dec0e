/**
 * The `ruby` command that a person would type for one test, and how its last lines are read. Minitest shuffles its tests, so no command
 * fixes the order of several.
 */
import type { Command, RawRun } from '../../contract/command.ts';
import { fileOf } from '../../contract/file-of.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { COLOURS } from '../../reports/colours.ts';

const ID = /^.+?::(.+#.+)$/;
/** An escaped line break, or the second of two equal names. */
const UNNAMEABLE = /\\[nr#]|\(anonymous\)/;
const SUMMARY = /^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors, (\d+) skips/gm;

export function plainMinitest(
  { tests, suite, repeat, conditions }: RunRequest,
  { program, root, settings }: RunnerContext,
): Command | null {
  const [id, another] = tests;
  if (id === undefined || another !== undefined || repeat !== 1) return null;
  // Minitest seeds Ruby's generator itself.
  if (conditions.rngSeed !== undefined) return null;
  const file = fileOf(id);
  const name = filterFor(id);
  if (file === null || name === null || suite.includes(`${id}\\#2` as typeof id)) return null;
  return {
    argv: [...program, ...settings.args, '-Ilib', file.startsWith('spec/') ? '-Ispec' : '-Itest', file, '-n', name],
    env: {},
    cwd: root,
    files: {},
    reads: [],
  };
}

export function parseMinitestPlain(run: RawRun, { tests }: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const output = run.stdout.replace(COLOURS, '');
  const summary = [...output.matchAll(SUMMARY)].at(-1);
  if (summary === undefined) {
    if (/^# Running/m.test(output) || run.signal !== null) return 'crashed';
    return run.code === 0 ? 'missing' : 'errored';
  }
  const [ran, failures, errors, skips] = summary.slice(1).map(Number) as [number, number, number, number];
  if (failures > 0) return 'failed';
  // Minitest calls any other exception an error, wherever it is raised.
  if (errors > 0) return 'errored';
  if (ran < tests.length) return 'missing';
  return skips < ran ? 'passed' : 'skipped';
}

/** A description follows a number that is not part of the id; either name may contain a `#`. */
function filterFor(id: string): string | null {
  const full = ID.exec(id)?.[1];
  if (full === undefined || UNNAMEABLE.test(id.replaceAll('\\\\', ''))) return null;
  if (/^[\w:]+#test_\w+$/.test(full)) return full;
  const literal = full.replaceAll('\\\\', '\\').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return `/^${literal.replaceAll('#', '#(test_\\d+_)?')}$/`;
}
