/** The stream of one client: from its last position, at its own pace, with a keep-alive while nothing happens. */
import type { Clock, Timer } from '@unflake/testkit/clock';
import type { EventBuffer } from './buffer.ts';
import { ALIVE, RETRY } from './frame.ts';

export interface FollowOptions {
  readonly clock: Clock;
  readonly aliveMs: number;
  /** Called once, when the client has received everything or has disconnected. */
  readonly left: () => void;
}

const encoder = new TextEncoder();

/** Pulled, not pushed: a slow client costs only its position in the buffer, and misses events that were dropped meanwhile. */
export function follow(buffer: EventBuffer, after: number, options: FollowOptions): ReadableStream<Uint8Array> {
  const { clock, aliveMs, left } = options;
  let seen = after;
  let open = true;
  let head = RETRY;
  const leave = (): void => {
    if (!open) return;
    open = false;
    left();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (buffer.last <= seen && !buffer.ended) await newsOrPause(buffer, clock, aliveMs);
        if (!open) return;
        const text = buffer.after(seen);
        seen = Math.max(seen, buffer.last);
        controller.enqueue(encoder.encode(head + (text === '' ? ALIVE : text)));
        head = '';
        if (!buffer.ended) return;
        leave();
        controller.close();
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

function newsOrPause(buffer: EventBuffer, clock: Clock, ms: number): Promise<void> {
  let timer: Timer | undefined;
  const pause = new Promise<void>((resolve) => {
    timer = clock.setTimeout(resolve, ms);
  });
  return Promise.race([buffer.news(), pause]).finally(() => clock.clearTimeout(timer));
}
