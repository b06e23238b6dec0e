/** The `mvn test` command that a person would type for tests of one module, and how Surefire's output is read. */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { COLOURS } from '../../reports/colours.ts';
import { parseJunitId } from '../junit/junit-id.ts';
import { javaClassOf, methodOf, namedClasses } from '../junit/named-methods.ts';
import { type NamedFailure, ownOutcome } from '../plain-target.ts';

/** Lines about one class continue after the last number. */
const SUMMARY =
  /^(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: (\d+))?\s*$/gm;
/** Old versions print no level. */
const FAILURE = /^(?:\[ERROR\] )?(?!Tests run:)([^\s([]+).* Time elapsed: .* <<< (?:FAILURE|ERROR)!/gm;
const CRASH = /The forked VM terminated without|ExecutionException.*fork|There was an error in the forked process/i;

export function plainMaven(request: RunRequest, { program, root, settings }: RunnerContext): Command | null {
  const classes = namedClasses(request);
  const order = classes === null ? null : orderOf(classes.map(({ className }) => className));
  if (classes === null || order === null) return null;
  const { module } = classes[0]!;
  const chosen = classes.map(({ className, methods }) =>
    [className, ...(methods ? [methods.join('+')] : [])].join('#'),
  );
  // Modules that are built on the way do not have this class.
  const inModule =
    module === '' ? [] : ['-pl', module, '-am', '-Dsurefire.failIfNoSpecifiedTests=false', '-DfailIfNoTests=false'];
  return {
    argv: [...program, '--batch-mode', 'test', `-Dtest=${chosen.join(',')}`, ...order, ...inModule, ...settings.args],
    env: {},
    cwd: root,
    files: {},
    reads: [],
  };
}

/** Surefire runs classes by name, forwards or backwards, or in file-system order. Null if neither is the wanted order. */
function orderOf(names: readonly string[]): readonly string[] | null {
  if (names.length === 1) return [];
  const forwards = names.toSorted(byCodeUnits);
  if (names.every((name, at) => name === forwards[at])) return ['-Dsurefire.runOrder=alphabetical'];
  return names.every((name, at) => name === forwards.at(-1 - at)) ? ['-Dsurefire.runOrder=reversealphabetical'] : null;
}

/** Java's string comparison. */
const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Counts what ran: a method that does not exist leaves a passing build. A test that failed and then passed counts as a flake. */
export function parseMavenPlain(run: RawRun, request: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const { tests } = request;
  const text = run.stdout.replace(COLOURS, '');
  const totals = [0, 0, 0, 0, 0];
  for (const [, ...counts] of text.matchAll(SUMMARY)) {
    for (const [at, count] of counts.entries()) totals[at]! += Number(count ?? 0);
  }
  const [ran, failures, errors, skipped, flakes] = totals as [number, number, number, number, number];
  if (CRASH.test(text)) return 'crashed';
  if (failures + errors + flakes > 0) {
    const found = failuresIn(text);
    // A test that is rerun after a failure has a line for each run.
    const named = found.length >= failures + errors && flakes === 0 ? found : null;
    return ownOutcome('failed', request, named, () => skipped === 0 && ran >= tests.length);
  }
  if (run.signal !== null) return 'crashed';
  // A parameterized method is one test to us and several to Surefire.
  if (ran < tests.length) return 'missing';
  if (run.code !== 0) return 'errored';
  return skipped === ran ? 'skipped' : 'passed';
}

/** By class and method, or by the method alone, with its class or its parameters in brackets. */
function failuresIn(text: string): readonly NamedFailure[] {
  return [...text.matchAll(FAILURE)].map(([, name]) => ({
    outcome: 'failed',
    means: (id) => {
      const method = methodOf(parseJunitId(id));
      return name === method || name === `${javaClassOf(parseJunitId(id))}.${method}`;
    },
  }));
}
