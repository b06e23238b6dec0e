/**
 * Calls whose events are streamed. A call continues for a grace period after its last client disconnects, so that the client can reconnect
 * with `Last-Event-ID`; then it is cancelled. work.ts streams cases that another call runs.
 */
import type { Clock, Timer } from '@unflake/testkit/clock';
import type { Envelope } from '../../contract/envelope.ts';
import { startMeta } from '../../tools/lib/envelope.ts';
import type { Calls } from '../calls.ts';
import { EventBuffer } from './buffer.ts';
import { openEventCache } from './event-cache.ts';
import { follow } from './follow.ts';
import type { StreamLimits } from './limits.ts';

export interface FollowedCall {
  readonly id: string;
  readonly tool: string;
  /** The events after that number; 0 for all stored ones. */
  readonly follow: (after: number) => ReadableStream<Uint8Array>;
  /** True if no event follows that number. */
  readonly isOver: (after: number) => boolean;
  /** No event was dropped yet. */
  readonly isWhole: () => boolean;
  readonly cancel: () => void;
}

export interface FollowedCalls {
  /** `call` does the work; by default it calls the tool of that name. */
  readonly start: (tool: string, input: unknown, timeoutMs: number | undefined, call?: Calls['call']) => FollowedCall;
  readonly find: (id: string) => FollowedCall | undefined;
  /** Cancels running calls; clients receive their events to the end. */
  readonly close: () => void;
}

export interface FollowedCallsOptions {
  readonly calls: Pick<Calls, 'call'>;
  readonly clock: Clock;
  readonly entropy: () => number;
  readonly limits: StreamLimits;
}

export function openFollowedCalls({ calls, clock, entropy, limits }: FollowedCallsOptions): FollowedCalls {
  const cache = openEventCache<FollowedCall & { readonly buffer: EventBuffer }>(clock, limits);

  const start: FollowedCalls['start'] = (tool, input, timeoutMs, work = calls.call) => {
    const id = `k-${[entropy(), entropy()].map((drawn) => drawn.toString(36).padStart(7, '0')).join('')}`;
    const meta = startMeta({ clock, entropy });
    const controller = new AbortController();
    const buffer = new EventBuffer(id, limits);
    const say = (event: 'start' | 'progress' | 'done', result: unknown): void =>
      buffer.add(event, JSON.stringify({ ok: true, result, _meta: meta() } satisfies Envelope));
    const presence = watchPresence(clock, limits.graceMs, () => controller.abort(new Error('the client disconnected')));
    const call = {
      id,
      tool,
      buffer,
      follow(after: number) {
        presence.joined();
        return follow(buffer, after, { clock, aliveMs: limits.aliveMs, left: presence.left });
      },
      isOver: (after: number) => buffer.ended && after >= buffer.last,
      isWhole: () => buffer.isWhole,
      cancel: () => controller.abort(new Error('cancelled by request')),
    };
    cache.put(id, call);
    say('start', { call: id, tool });
    const how = {
      signal: controller.signal,
      emit: (event: unknown) => {
        if (!controller.signal.aborted) say('progress', event);
      },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    };
    void work(tool, input, how).then((envelope) => {
      buffer.add(envelope.ok ? 'result' : 'error', JSON.stringify(envelope));
      say('done', { call: id, tool, ok: envelope.ok });
      presence.end();
      cache.ended(call);
    });
    return call;
  };

  return {
    start,
    find: cache.find,
    close() {
      for (const call of cache.all()) call.cancel();
    },
  };
}

interface Presence {
  readonly joined: () => void;
  readonly left: () => void;
  /** The call needs no client any more. */
  readonly end: () => void;
}

function watchPresence(clock: Clock, graceMs: number, abandoned: () => void): Presence {
  let clients = 0;
  let ended = false;
  let timer: Timer | undefined;
  return {
    joined() {
      clients += 1;
      clock.clearTimeout(timer);
    },
    left() {
      clients -= 1;
      if (clients === 0 && !ended) timer = clock.setTimeout(abandoned, graceMs);
    },
    end() {
      ended = true;
      clock.clearTimeout(timer);
    },
  };
}
