/**
 * The `bats` command that a person would type for tests of files in any order, if a filter selects exactly these, and how its TAP is read.
 */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { parseTitlePath } from '../../contract/title-path.ts';
import { namedFiles } from '../name-pattern.ts';
import { failuresNamed, ownOutcome } from '../plain-target.ts';

export function plainBats(request: RunRequest, { program, root, settings }: RunnerContext): Command | null {
  const named = namedFiles(request, { names: 'exact case' });
  if (named === null) return null;
  // Filters match names as they are written in the file; ids with quotes, dollars or backslashes do not show that spelling.
  if (named.pattern !== null && request.tests.some((id) => /["'`$\\]/.test(id))) return null;
  const only = named.pattern === null ? [] : ['--filter', named.pattern];
  return {
    argv: [...program, '--formatter', 'tap', ...settings.args, ...only, ...named.files],
    env: {},
    cwd: root,
    files: {},
    reads: [],
  };
}

export function parseBatsPlain(run: RawRun, request: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const { tests, target } = request;
  const planned = /^1\.\.(\d+)$/m.exec(run.stdout)?.[1];
  const points = [...run.stdout.matchAll(/^(not )?ok \d+ (.*)$/gm)];
  if (planned === undefined) return run.signal === null && run.code !== null && run.code !== 0 ? 'missing' : 'crashed';
  if (Number(planned) !== tests.length) return 'missing';
  const failed = points.filter(([, not]) => not);
  if (failed.some(([, , name]) => /^(?:setup|teardown)_(?:file|suite)\b/.test(name!))) return 'errored';
  if (failed.length > 0) {
    // A test whose process died has no line.
    const silent = tests.filter((id) => !points.some((point) => isOf(id, point)));
    const failures = [
      ...failuresNamed(failed, 'failed', isOf),
      ...failuresNamed(silent, 'crashed', (id, one) => id === one),
    ];
    return ownOutcome('failed', request, failures, () =>
      points.some((point) => !point[1] && !/ # skip\b/.test(point[2]!) && isOf(target!, point)),
    );
  }
  if (points.length < tests.length) return 'crashed';
  return points.some(([, , name]) => !/ # skip\b/.test(name!)) ? 'passed' : 'skipped';
}

/** A duration and a directive may follow the name. */
function isOf(id: string, [, , name = '']: RegExpExecArray): boolean {
  const title = parseTitlePath(id).titles.join(' ');
  return name.startsWith(title) && /^(?: in \d+m?s(?:ec)?)?(?: # .*)?$/.test(name.slice(title.length));
}
