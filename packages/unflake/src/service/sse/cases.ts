/**
 * The cases that calls of this process work on, on any transport, so that every client can watch one. Watchers do not affect the call: it
 * continues when all have disconnected.
 */
import type { Clock } from '@unflake/testkit/clock';
import type { Envelope } from '../../contract/envelope.ts';
import type { LabEvent } from '../../contract/events.ts';
import { startMeta } from '../../tools/lib/envelope.ts';
import type { Calls } from '../calls.ts';
import { EventBuffer } from './buffer.ts';
import { openEventCache } from './event-cache.ts';
import { follow } from './follow.ts';
import type { StreamLimits } from './limits.ts';

export interface WatchedCase {
  /** Identifies this run of the case; a resumed case has another. */
  readonly id: string;
  readonly follow: (after: number) => ReadableStream<Uint8Array>;
  readonly isOver: (after: number) => boolean;
}

export interface WatchedCalls {
  /** Transports call this instead of the original function. */
  readonly calls: Calls;
  /** Undefined if no recent call of this process worked on it. */
  readonly ofCase: (caseId: string) => WatchedCase | undefined;
}

export interface WatchedCallsOptions {
  readonly calls: Calls;
  readonly clock: Clock;
  readonly entropy: () => number;
  readonly limits: StreamLimits;
}

export function watchCases({ calls, clock, entropy, limits }: WatchedCallsOptions): WatchedCalls {
  const cache = openEventCache<WatchedCase & { readonly buffer: EventBuffer }>(clock, limits);

  function open(caseId: string, tool: string) {
    const meta = startMeta({ clock, entropy });
    const id = `w-${entropy().toString(36).padStart(7, '0')}`;
    const buffer = new EventBuffer(id, limits);
    const say = (event: 'start' | 'progress' | 'done', result: unknown): void =>
      buffer.add(event, JSON.stringify({ ok: true, result, _meta: meta() } satisfies Envelope));
    const watched = {
      id,
      buffer,
      say,
      follow: (after: number) => follow(buffer, after, { clock, aliveMs: limits.aliveMs, left: () => {} }),
      isOver: (after: number) => buffer.ended && after >= buffer.last,
    };
    cache.put(caseId, watched);
    say('start', { case: caseId, tool });
    return watched;
  }

  const call: Calls['call'] = async (name, input, how) => {
    const opened: ReturnType<typeof open>[] = [];
    const emit = (event: LabEvent): void => {
      if (event.type === 'case-opened') opened.push(open(event.caseId, name));
      for (const { say } of opened) say('progress', event);
      how.emit(event);
    };
    const envelope = await calls.call(name, input, { ...how, emit });
    for (const watched of opened) {
      watched.buffer.add(envelope.ok ? 'result' : 'error', JSON.stringify(envelope));
      watched.say('done', { tool: name, ok: envelope.ok });
      cache.ended(watched);
    }
    return envelope;
  };

  return {
    calls: {
      call,
      get size() {
        return calls.size;
      },
      close: () => calls.close(),
    },
    ofCase: cache.find,
  };
}
