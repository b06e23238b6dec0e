/** What happened to one test in one trial. Data, never thrown. */
export const OUTCOMES = ['passed', 'failed', 'errored', 'timed-out', 'crashed', 'skipped', 'missing'] as const;

/**
 * `errored`: set-up or tear-down broke. `crashed`: the process died while the test ran. `missing`: selected, yet no report names it.
 */
export type Outcome = (typeof OUTCOMES)[number];

/** The test ran and did not pass. `skipped` and `missing` are neither a pass nor a failure. */
export function isFailure(outcome: Outcome): boolean {
  return outcome === 'failed' || outcome === 'errored' || outcome === 'timed-out' || outcome === 'crashed';
}
