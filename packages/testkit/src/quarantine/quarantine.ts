/**
 * Quarantine for a flaky test: in CI it still runs and is reported, but does not fail the build; on the day after its
 * end it fails for good, so that nobody forgets it.
 */
import { type Clock, systemClock } from '../clock.ts';
import { requireTexts, requireThat } from '../text/refuse.ts';
import { callBody } from './call-body.ts';
import { mapTest, type TestFunction } from './map-test.ts';

export interface Quarantine {
  /** Where the flakiness is being worked on. */
  readonly issue: string;
  /** Who is working on it. */
  readonly owner: string;
  /** The last day of the quarantine, as YYYY-MM-DD in UTC. */
  readonly until: string;
  /** What is wrong with the test. */
  readonly reason: string;
  /** Where failures are forgiven: by default only under CI=true, so that people at their desks still see them. */
  readonly where?: 'ci' | 'everywhere';
  /** Milliseconds after which the test counts as failed; must be shorter than the runner's own time-out to be forgiven. */
  readonly within?: number;
  /** Where the report goes; by default a line on the console. */
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
  /** What a failed test failed with. */
  readonly error?: unknown;
}

const DAY_MS = 86_400_000;

/**
 * The test function whose tests are in quarantine, for vitest, jest, mocha and node:test alike.
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
  const { issue, owner, until, reason, where = 'ci', within, clock = systemClock, report = print } = options;
  const facts = { issue, owner, until, reason };
  requireTexts('a quarantine', facts);
  const lastDay = Date.parse(`${until}T00:00:00Z`);
  // Read back, because a date such as 30 February is taken for another day.
  const isDay = !Number.isNaN(lastDay) && new Date(lastDay).toISOString().startsWith(`${until}T`);
  requireThat(isDay, 'the end of a quarantine is a day as YYYY-MM-DD', until);
  const forgives = where === 'everywhere' || globalThis.process?.env?.CI === 'true';
  return (test) =>
    mapTest(test, (body, name) =>
      callBody(body, within, clock, (failure) => {
        if (clock.currentTimeMillis() >= lastDay + DAY_MS) return expired(name, facts, failure?.error);
        if (!forgives) return failure;
        const outcome = failure ? { outcome: 'failed' as const, error: failure.error } : { outcome: 'passed' as const };
        report({ test: name, ...facts, ...outcome });
        return undefined;
      }),
    );
}

function expired(name: string, facts: Pick<Quarantine, 'issue' | 'owner' | 'until'>, cause: unknown) {
  const { issue, owner, until } = facts;
  const how = cause === undefined ? 'passes now: lift the quarantine' : 'still fails';
  const message = `the quarantine of '${name}' ended on ${until} (${issue}, ${owner}); the test ${how}`;
  return { error: new Error(message, { cause }) };
}

function print({ test, outcome, issue, owner, until, reason, error }: QuarantineReport): void {
  const failure = outcome === 'failed' ? `: ${error instanceof Error ? error.message : String(error)}` : '';
  console.warn(`quarantined until ${until} (${issue}, ${owner}; ${reason}): ${test} ${outcome}${failure}`);
}
