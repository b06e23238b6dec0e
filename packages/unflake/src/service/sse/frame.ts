/** The format of events for `EventSource`, and of the id that a client sends back. sse-calls.ts decides what is sent when. */

export const STREAM_EVENTS = ['start', 'progress', 'result', 'error', 'done'] as const;
export type SseEvent = (typeof STREAM_EVENTS)[number];

export const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Some proxies buffer a response before they forward it.
  'x-accel-buffering': 'no',
} as const;

/** A comment; it keeps connections open and detects dead ones. */
export const ALIVE = ': alive\n\n';

/** How long an `EventSource` waits before it reconnects; it must be well below the grace period of a call. */
export const RETRY = 'retry: 1000\n\n';

/** A client's position in a call. */
export interface EventPosition {
  readonly call: string;
  readonly seq: number;
}

/** `data` is JSON, so it has no line break. */
export function frame(event: SseEvent, { call, seq }: EventPosition, data: string): string {
  return `event: ${event}\nid: ${call}.${seq}\ndata: ${data}\n\n`;
}

/** Null for text that is not one of our ids. */
export function readEventId(text: string): EventPosition | null {
  const parts = /^([\w-]{1,64})\.(\d{1,12})$/.exec(text);
  return parts === null ? null : { call: parts[1]!, seq: Number(parts[2]) };
}
