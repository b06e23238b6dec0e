/** Limits on stored events of calls: size and time. */

import type { BufferLimits } from './buffer.ts';
import type { EventCacheLimits } from './event-cache.ts';

export interface StreamLimits extends BufferLimits, EventCacheLimits {
  /** How long a call continues without a client. */
  readonly graceMs: number;
  /** After this time without an event, a keep-alive is sent. */
  readonly aliveMs: number;
}

export const STREAM_LIMITS: StreamLimits = {
  events: 2_000,
  bytes: 1024 * 1024,
  // Longer than EventSource waits before it reconnects (3 s in most browsers), with a margin.
  graceMs: 10_000,
  keepMs: 60_000,
  keptCalls: 64,
  keptBytes: 32 * 1024 * 1024,
  // Proxies commonly close connections that are idle for 30 or 60 s.
  aliveMs: 15_000,
};
