/**
 * The cases, hunts and certifications that calls of this process work on, on any transport, so that every client can list, watch and cancel
 * them. Watchers do not affect the call: it continues when all have disconnected.
 */
import type { Clock } from '@unflake/testkit/clock';
import type { Envelope } from '../../contract/envelope.ts';
import type { LabEvent } from '../../contract/events.ts';
import type { RunningWork } from '../../contract/running-work.ts';
import { startMeta } from '../../tools/lib/envelope.ts';
import type { Calls } from '../calls.ts';
import { Cancellable } from '../cancellable.ts';
import { EventBuffer } from './buffer.ts';
import { openEventCache } from './event-cache.ts';
import { follow } from './follow.ts';
import type { StreamLimits } from './limits.ts';
import { closedId, openedWork, withEvent } from './work-state.ts';

export interface WatchedWork {
  /** Identifies this run of it; a resumed case has another. */
  readonly id: string;
  readonly follow: (after: number) => ReadableStream<Uint8Array>;
  readonly isOver: (after: number) => boolean;
}

export interface WatchedCalls {
  /** Transports call this instead of the original function. */
  readonly calls: Calls;
  /** By the id of a case, hunt or certification; undefined if no recent call of this process worked on it. */
  readonly find: (id: string) => WatchedWork | undefined;
  /** In the order in which it was begun. */
  readonly running: () => readonly RunningWork[];
  /** Cancels the call that works on it; false if none does. */
  readonly cancel: (id: string) => boolean;
}

export interface WatchedCallsOptions {
  readonly calls: Calls;
  readonly clock: Clock;
  readonly entropy: () => number;
  readonly limits: StreamLimits;
}

interface Watched extends WatchedWork {
  readonly buffer: EventBuffer;
  readonly cancel: () => void;
  work: RunningWork;
  /** A hunt goes on after the cases that it has opened. */
  isClosed: boolean;
}

export function watchWork({ calls, clock, entropy, limits }: WatchedCallsOptions): WatchedCalls {
  const cache = openEventCache<Watched>(clock, limits);

  function open(work: RunningWork, cancel: () => void) {
    const meta = startMeta({ clock, entropy });
    const id = `w-${entropy().toString(36).padStart(7, '0')}`;
    const buffer = new EventBuffer(id, limits);
    const say = (event: 'start' | 'progress' | 'done', result: unknown): void =>
      buffer.add(event, JSON.stringify({ ok: true, result, _meta: meta() } satisfies Envelope));
    const watched = {
      id,
      buffer,
      work,
      cancel,
      isClosed: false,
      say,
      follow: (after: number) => follow(buffer, after, { clock, aliveMs: limits.aliveMs, left: () => {} }),
      isOver: (after: number) => buffer.ended && after >= buffer.last,
    };
    cache.put(work.id, watched);
    say('start', { [work.kind]: work.id, tool: work.tool });
    return watched;
  }

  const call: Calls['call'] = async (name, input, how) => {
    const opened: ReturnType<typeof open>[] = [];
    const signal = new Cancellable(how.signal);
    const emit = (event: LabEvent): void => {
      const work = openedWork(event, name, new Date(clock.currentTimeMillis()).toISOString());
      if (work !== null) opened.push(open(work, signal.cancel));
      for (const watched of opened) {
        watched.work = withEvent(watched.work, event);
        watched.isClosed ||= closedId(event) === watched.work.id;
        watched.say('progress', event);
      }
      how.emit(event);
    };
    const envelope = await calls.call(name, input, { ...how, signal, emit });
    for (const watched of opened) {
      watched.buffer.add(envelope.ok ? 'result' : 'error', JSON.stringify(envelope));
      watched.say('done', { tool: name, ok: envelope.ok });
      cache.ended(watched);
    }
    return envelope;
  };

  const running = () => cache.all().filter(({ buffer, isClosed }) => !buffer.ended && !isClosed);
  return {
    calls: {
      call,
      get size() {
        return calls.size;
      },
      close: () => calls.close(),
    },
    find: cache.find,
    running: () => running().map(({ work }) => work),
    cancel(id) {
      const found = running().find(({ work }) => work.id === id);
      found?.cancel();
      return found !== undefined;
    },
  };
}
