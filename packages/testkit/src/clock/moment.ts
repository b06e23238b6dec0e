/** Times and delays as whole milliseconds plus nanoseconds, because a double cannot hold today's nanoseconds. */

export type Moment = readonly [ms: number, ns: number];

export const NANOS_PER_MS = 1_000_000n;

/** The maximum delay of the platform's timers. */
export const MAX_DELAY_MS = 2 ** 31 - 1;

/** Milliseconds, perhaps with a fraction, as a moment. */
export function split(ms: number): Moment {
  const whole = Math.floor(ms);
  return whole === ms ? [ms, 0] : carry(whole, Math.round((ms - whole) * 1e6));
}

/** The moment with its nanoseconds brought into [0, 1,000,000). */
export function carry(ms: number, ns: number): Moment {
  if (ns >= 0 && ns < 1e6) return [ms, ns];
  const over = Math.floor(ns / 1e6);
  return [ms + over, ns - over * 1e6];
}

export const nanosOf = ([ms, ns]: Moment): bigint => BigInt(ms) * NANOS_PER_MS + BigInt(ns);
