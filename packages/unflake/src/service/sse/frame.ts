/** How an event is written for `EventSource`, and how a client says which one it saw last. What is sent when is in calls.ts. */

export const STREAM_EVENTS = ['start', 'progress', 'result', 'error', 'done'] as const;
export type SseEvent = (typeof STREAM_EVENTS)[number];

export const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Some proxies collect an answer before they hand it on.
  'x-accel-buffering': 'no',
} as const;

/** A comment; it keeps connections open and shows dead ones. */
export const ALIVE = ': alive\n\n';

/** How long an `EventSource` waits before it comes back; it must be well within the grace of a call. */
export const RETRY = 'retry: 1000\n\n';

/** Where in which call a client is. */
export interface EventPosition {
  readonly call: string;
  readonly seq: number;
}

/** `data` is JSON, and so has no line break. */
export function frame(event: SseEvent, { call, seq }: EventPosition, data: string): string {
  return `event: ${event}\nid: ${call}.${seq}\ndata: ${data}\n\n`;
}

/** Null for what is not an id of ours. */
export function readEventId(text: string): EventPosition | null {
  const parts = /^([\w-]{1,64})\.(\d{1,12})$/.exec(text);
  return parts === null ? null : { call: parts[1]!, seq: Number(parts[2]) };
}
