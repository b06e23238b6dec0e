/** The test program as a person would start it for tests of one program in its own order, and how its output is read. */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { COLOURS } from '../../reports/colours.ts';
import { keepsOrder } from '../keeps-order.ts';
import { failuresNamed, ownOutcome } from '../plain-target.ts';
import { parseGoogletestId } from './googletest-id.ts';
import { programsInOrder } from './selection.ts';

// Longer commands are hard to read and paste.
const MAX_LINE = 8000;
/** The name of a failed parameterized test is followed by its parameter. */
const ENDED = /\[ {2,}(OK|FAILED|SKIPPED) +\] (\S+?)(?:, where .*)? \(\d+ ms\)$/gm;

export function plainGoogletest(request: RunRequest, { root, settings }: RunnerContext): Command | null {
  const { tests, suite, repeat } = request;
  const [only, another] = programsInOrder(request);
  if (only === undefined || another !== undefined || repeat !== 1 || !keepsOrder(tests, suite)) return null;
  const filter = only.tests.join(':');
  if (filter.length > MAX_LINE) return null;
  const program = `${root}/${only.program}`;
  return {
    argv: [program, ...settings.args, ...(only.whole ? [] : [`--gtest_filter=${filter}`])],
    env: {},
    // The folder in which CTest would start it.
    cwd: program.slice(0, program.lastIndexOf('/')),
    files: {},
    reads: [],
  };
}

/** Counts the tests that ended: the exit status is also 0 when none ran, or when one ended the process. */
export function parseGoogletestPlain(run: RawRun, request: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const { tests, target } = request;
  const output = run.stdout.replace(COLOURS, '');
  const said = [...output.matchAll(ENDED)];
  const count = (word: string): number => said.filter(([, verdict]) => verdict === word).length;
  const isOf = (id: string, [, , name]: RegExpExecArray): boolean => parseGoogletestId(id).name === name;
  const finished = /^\[={10}\] \d+ tests? from \d+ test (?:suites?|cases?) ran\./m.test(output);
  if (count('FAILED') > 0) {
    const failed = said.filter(([, verdict]) => verdict === 'FAILED');
    // Without the closing line the process died in one of the tests that have no line.
    const silent = finished ? [] : tests.filter((id) => !said.some((line) => isOf(id, line)));
    const failures = [
      ...failuresNamed(failed, 'failed', isOf),
      ...failuresNamed(silent, 'crashed', (id, one) => id === one),
    ];
    return ownOutcome('failed', request, failures, () => said.some((line) => line[1] === 'OK' && isOf(target!, line)));
  }
  if (!finished) return /^\[={10}\] Running/m.test(output) || run.signal !== null ? 'crashed' : 'errored';
  if (count('OK') + count('SKIPPED') < tests.length) return 'missing';
  if (run.code !== 0) return 'errored';
  return count('OK') > 0 ? 'passed' : 'skipped';
}
