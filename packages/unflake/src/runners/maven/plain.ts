/** The `mvn test` that a person would type for tests of one module, and what Surefire prints. */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { COLOURS } from '../../reports/colours.ts';
import { parseJunitId } from '../junit/junit-id.ts';
import { javaClassOf, methodOf, namedClasses } from '../junit/named-methods.ts';
import { type NamedFailure, ownOutcome } from '../plain-target.ts';

/** Lines about one class go on behind the last number. */
const SUMMARY =
  /^(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: (\d+))?\s*$/gm;
/** Old versions have no level in front. */
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
  // Modules that are built on the way have no such class.
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

/** Surefire runs classes by their names, forwards or backwards, or as the disk has them. Null where neither is the wanted order. */
function orderOf(names: readonly string[]): readonly string[] | null {
  if (names.length === 1) return [];
  const forwards = names.toSorted(byCodeUnits);
  if (names.every((name, at) => name === forwards[at])) return ['-Dsurefire.runOrder=alphabetical'];
  return names.every((name, at) => name === forwards.at(-1 - at)) ? ['-Dsurefire.runOrder=reversealphabetical'] : null;
}

/** As Java compares strings. */
const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Counts what ran: a method that does not exist leaves a green build. One that failed and then passed is counted as a flake. */
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
    // A test that is run again after its failure has a line for each run.
    const named = found.length >= failures + errors && flakes === 0 ? found : null;
    return ownOutcome('failed', request, named, () => skipped === 0 && ran >= tests.length);
  }
  if (run.signal !== null) return 'crashed';
  // A method with parameters is one test to us, and several to Surefire.
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
