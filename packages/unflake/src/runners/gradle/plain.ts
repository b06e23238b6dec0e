/**
 * The `gradle test` command that a person would type for tests of one module in the suite's own order, and how the reports of their classes
 * are read.
 */
import type { Command, RawRun } from '../../contract/command.ts';
import { isFailure, type Outcome } from '../../contract/outcome.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import { parseJunit } from '../../reports/junit.ts';
import type { ReportedTest } from '../../reports/reported-test.ts';
import { parseJunitId } from '../junit/junit-id.ts';
import { javaClassOf, methodOf, namedClasses } from '../junit/named-methods.ts';
import { keepsOrder } from '../keeps-order.ts';
import { failuresNamed, ownOutcome } from '../plain-target.ts';

const SUITE = /<testsuite [^>]*\btests="(\d+)" skipped="(\d+)" failures="(\d+)" errors="(\d+)"/;
const CRASH =
  /Process 'Gradle Test Executor \d+' finished with non-zero exit value|Test process encountered an unexpected problem/;
/** Printed by this run only, whereas a build that fails before it cleans leaves the report of an earlier run. */
const FAILING = /There were failing tests/;

export function plainGradle(request: RunRequest, { program, root, settings }: RunnerContext): Command | null {
  const classes = namedClasses(request);
  if (classes === null || !keepsOrder(request.tests, request.suite)) return null;
  const { module } = classes[0]!;
  const task = module === '' ? '' : `:${module.replaceAll('/', ':')}:`;
  const patterns = classes.flatMap(({ className, methods }) =>
    methods === null ? [className] : methods.map((name) => `${className}.${name}`),
  );
  const results = `${root}/${module === '' ? '' : `${module}/`}build/test-results/test`;
  return {
    argv: [
      ...program,
      // A daemon would outlive the trial.
      '--no-daemon',
      '--console=plain',
      // Gradle would otherwise run nothing if nothing has changed.
      ...[`${task}cleanTest`, `${task}test`, ...patterns.flatMap((pattern) => ['--tests', pattern])],
      ...settings.args,
    ],
    env: {},
    cwd: root,
    files: {},
    reads: classes.map(({ className }) => `${results}/TEST-${className}.xml`),
  };
}

/** Without a report nothing is known to have run: another build folder, a method that does not exist, or a failed build. */
export function parseGradlePlain(run: RawRun, request: RunRequest): Outcome {
  if (run.timedOut) return 'timed-out';
  const { tests, target } = request;
  const output = `${run.stdout}\n${run.stderr}`;
  if (CRASH.test(output) || run.signal !== null) return 'crashed';
  const totals = [0, 0, 0, 0];
  for (const report of Object.values(run.files)) {
    const counts = SUITE.exec(report)?.slice(1).map(Number) ?? [];
    for (const [at, count] of counts.entries()) totals[at]! += count;
  }
  const [ran, skipped, failures, errors] = totals as [number, number, number, number];
  if (FAILING.test(output) && failures + errors > 0) {
    const cases = Object.values(run.files).flatMap((report) => parseJunit(report).tests);
    const failed = cases.filter(({ outcome }) => isFailure(outcome));
    const named = failed.length === failures + errors ? failuresNamed(failed, 'failed', isOf) : null;
    return ownOutcome('failed', request, named, () =>
      cases.some((one) => one.outcome === 'passed' && isOf(target!, one)),
    );
  }
  if (ran < tests.length) return 'missing';
  if (run.code !== 0) return 'errored';
  return skipped === ran ? 'skipped' : 'passed';
}

/** A display name does not show the method. */
function isOf(id: string, { titles: [className, name = ''] }: ReportedTest): boolean {
  const wanted = parseJunitId(id);
  return className === javaClassOf(wanted) && name.replace(/\(.*$/s, '') === methodOf(wanted);
}
