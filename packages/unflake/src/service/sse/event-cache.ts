/** A cache for the events of calls: running calls always, finished ones for a limited time and number. */
import type { Clock } from '@unflake/testkit/clock';
import type { EventBuffer } from './buffer.ts';

export interface EventCacheLimits {
  /** How long the events of a finished call are kept. */
  readonly keepMs: number;
  /** How many finished calls are kept, and how much of them. */
  readonly keptCalls: number;
  readonly keptBytes: number;
}

export interface EventCache<Kept extends { readonly buffer: EventBuffer }> {
  /** Replaces an entry of the same name. */
  readonly put: (name: string, kept: Kept) => void;
  /** Call after the last event was added. */
  readonly ended: (kept: Kept) => void;
  readonly find: (name: string) => Kept | undefined;
  /** In insertion order. */
  readonly all: () => readonly Kept[];
}

export function openEventCache<Kept extends { readonly buffer: EventBuffer }>(
  clock: Clock,
  { keepMs, keptCalls, keptBytes }: EventCacheLimits,
): EventCache<Kept> {
  const held = new Map<string, Kept>();
  const endedAtMs = new WeakMap<Kept, number>();

  /** Evicts finished calls when they are old, and the oldest when there are too many. */
  function forget(): void {
    const now = clock.currentTimeMillis();
    const finished = [...held].filter(([, kept]) => endedAtMs.has(kept));
    let count = finished.length;
    let bytes = finished.reduce((sum, [, { buffer }]) => sum + buffer.bytes, 0);
    for (const [name, kept] of finished) {
      const old = now - endedAtMs.get(kept)! > keepMs;
      const tooMany = count > keptCalls || (bytes > keptBytes && count > 1);
      if (!old && !tooMany) continue;
      held.delete(name);
      count -= 1;
      bytes -= kept.buffer.bytes;
    }
  }

  return {
    put(name, kept) {
      held.delete(name);
      held.set(name, kept);
    },
    ended(kept) {
      endedAtMs.set(kept, clock.currentTimeMillis());
      forget();
    },
    find(name) {
      forget();
      return held.get(name);
    },
    all: () => [...held.values()],
  };
}
