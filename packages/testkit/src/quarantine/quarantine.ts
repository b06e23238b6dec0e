/**
 * Quarantine for a flaky test: in CI it still runs and is reported, but does not fail the build; after its last day it always fails, so
 * that nobody forgets it.
 */
import { type Clock, systemClock } from '../clock.ts';
import { asError } from '../text/as-error.ts';
import { requireTexts, requireThat } from '../text/refuse.ts';
import { variable } from '../text/variable.ts';
import { callBody, type Failure } from './call-body.ts';
import { type Body, mapTest, type TestFunction } from './map-test.ts';

export interface Quarantine {
  /** Where the flakiness is being worked on. */
  readonly issue: string;
  /** Who is working on it. */
  readonly owner: string;
  /** The last day of the quarantine, as YYYY-MM-DD in UTC. */
  readonly until: string;
  /** What is wrong with the test. */
  readonly reason: string;
  /** Where failures are ignored: by default only under CI=true, so that developers still see them. */
  readonly where?: 'ci' | 'everywhere';
  /** Milliseconds after which the test counts as failed; must be below the runner's own timeout, or the failure is not ignored. */
  readonly within?: number;
  /** Receives the report; by default a line on the console. */
  readonly report?: (report: QuarantineReport) => void;
  /** The clock that tells the day; by default the system clock. */
  readonly clock?: Clock;
}

export interface QuarantineReport {
  readonly test: string;
  readonly outcome: 'passed' | 'failed';
  readonly issue: string;
  readonly owner: string;
  readonly until: string;
  readonly reason: string;
  /** The error of a failed test. */
  readonly error?: unknown;
}

type QuarantineFacts = Pick<Quarantine, 'issue' | 'owner' | 'until'>;

const DAY_MS = 86_400_000;

/**
 * A test function whose tests are in quarantine, for vitest, jest, mocha and node:test.
 *
 * @example
 * ```ts
 * import { test } from 'node:test';
 * import { quarantine } from '@unflake/testkit/quarantine';
 *
 * const flaky = quarantine({
 *   issue: 'https://example.org/issues/17',
 *   owner: 'the storage team',
 *   until: '2099-12-31',
 *   reason: 'loses a race against the compactor',
 * });
 *
 * flaky(test)('compacts while reading', async () => {});
 * ```
 */
export function quarantine(options: Quarantine): <T extends TestFunction>(test: T) => T {
  const change = quarantinedBody(options);
  return (test) => mapTest(test, change);
}

/** The body of one test, in quarantine. */
export function quarantinedBody(options: Quarantine): (body: Body, name: string) => Body {
  const { issue, owner, until, reason, where = 'ci', within, clock = systemClock, report = print } = options;
  const facts = { issue, owner, until, reason };
  requireTexts('a quarantine', facts);
  const lastDay = new Date(`${until}T00:00:00Z`);
  // Compared with the input, because an invalid date such as 30 February becomes another day.
  requireThat(!!lastDay.toJSON()?.startsWith(`${until}T`), 'the end of a quarantine is a day as YYYY-MM-DD', until);
  const forgives = where === 'everywhere' || variable('CI') === 'true';
  return (body, name) =>
    callBody(body, within, clock, (failure) => {
      if (clock.currentTimeMillis() >= lastDay.getTime() + DAY_MS) return expired(name, facts, failure);
      if (!forgives) return failure;
      report({ test: name, ...facts, outcome: failure ? 'failed' : 'passed', ...failure });
      return undefined;
    });
}

function expired(name: string, { issue, owner, until }: QuarantineFacts, failure: Failure | undefined): Failure {
  const how = failure ? 'still fails' : 'passes now: lift the quarantine';
  const message = `the quarantine of '${name}' ended on ${until} (${issue}, ${owner}); the test ${how}`;
  return { error: new Error(message, { cause: failure?.error }) };
}

function print({ test, outcome, issue, owner, until, reason, error }: QuarantineReport): void {
  const failure = outcome === 'failed' ? `: ${asError(error).message}` : '';
  console.warn(`quarantined until ${until} (${issue}, ${owner}; ${reason}): ${test} ${outcome}${failure}`);
}
