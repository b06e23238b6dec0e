/**
 * Every execution of one `<testcase>`. Surefire, Gradle's retry plugin, nextest and Playwright write reruns as children: `flakyFailure`
 * where a later run passed, `rerunFailure` beside the failure where none did.
 */
import type { Failure } from '../fingerprint.ts';
import { failureOf, type JunitCase, outcomeOfCase } from '../junit-case.ts';
import type { Execution } from './reported-result.ts';

const FLAKY: Readonly<Record<string, Execution['outcome']>> = { flakyFailure: 'failed', flakyError: 'errored' };
const RERUN: Readonly<Record<string, Execution['outcome']>> = { rerunFailure: 'failed', rerunError: 'errored' };
/** Surefire's type for a test whose time limit was reached, and what others call it. */
const TIMED_OUT = /timeout|timed?[ -]?out/i;

export function executionsOf(found: JunitCase): readonly Execution[] {
  const failedBefore = found.parts.flatMap((part) => failedAs(FLAKY, part));
  const failedAgain = found.parts.flatMap((part) => failedAs(RERUN, part));
  const own = found.parts.filter(({ kind }) => !(kind in FLAKY) && !(kind in RERUN));
  const { outcome, failure } = outcomeOfCase({ ...found, parts: own });
  const final = executionOf(outcome, found.ms, failure);
  // nextest writes the reruns that failed although a later one passed as `flakyFailure` too, so those come first.
  return failedAgain.length > 0 && outcome !== 'passed'
    ? [...failedBefore, final, ...failedAgain]
    : [...failedBefore, ...failedAgain, final];
}

function failedAs(kinds: typeof FLAKY, part: JunitCase['parts'][number]): readonly Execution[] {
  const outcome = kinds[part.kind];
  return outcome === undefined ? [] : [executionOf(outcome, null, failureOf(part))];
}

function executionOf(outcome: Execution['outcome'], ms: number | null, failure: Failure | undefined): Execution {
  const late = outcome === 'failed' && TIMED_OUT.test(failure?.type ?? '');
  return { outcome: late ? 'timed-out' : outcome, ms, ...(failure !== undefined && { failure }) };
}
