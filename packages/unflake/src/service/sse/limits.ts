/** How much of the calls' events is kept, and for how long. */

import type { BufferLimits } from './buffer.ts';
import type { EventCacheLimits } from './event-cache.ts';

export interface StreamLimits extends BufferLimits, EventCacheLimits {
  /** How long a call goes on without a client. */
  readonly graceMs: number;
  /** Without an event for so long, a sign of life is sent. */
  readonly aliveMs: number;
}

export const STREAM_LIMITS: StreamLimits = {
  events: 2_000,
  bytes: 1024 * 1024,
  // Longer than the pause of EventSource before it connects again (3 s in most browsers), with some patience.
  graceMs: 10_000,
  keepMs: 60_000,
  keptCalls: 64,
  keptBytes: 32 * 1024 * 1024,
  // Proxies commonly close what is silent for 30 or 60 s.
  aliveMs: 15_000,
};
