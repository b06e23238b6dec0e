/** Follows a stream of events to its end. A connection that breaks is opened again from the last event that arrived. */
import type { Envelope } from '../../../unflake/src/contract/envelope.ts';
import { eventParser, type StreamEvent } from './parse-events.ts';
import { Fault, readEnvelope, resultOf, send, UNREACHABLE } from './request.ts';

export interface StreamPlace {
  readonly path: string;
  readonly lastId: string | null;
}

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Every envelope, with the name of its event. */
  readonly heard: (event: string, envelope: Envelope) => void;
  readonly connection: (state: 'live' | 'reconnecting') => void;
  /** The stream is that of a call, so it must not begin anew by itself. */
  readonly startsWork?: boolean;
  /** What opens the stream the first time. */
  readonly first: { readonly path: string; readonly init?: RequestInit };
  /** Where it goes on; null before a call has a name. Called after the first `start`. */
  readonly again: (start: Envelope) => string;
}

const PAUSES_MS = [300, 600, 1_200, 2_400, 5_000];

/** Throws a Fault if the service refuses; UNKNOWN_CALL if it no longer knows the stream. */
export async function followStream({
  signal,
  heard,
  connection,
  first,
  again,
  startsWork = false,
}: FollowOptions): Promise<void> {
  let lastId: string | null = null;
  let path: string | null = null;
  let failures = 0;
  const reads = !startsWork;
  while (!signal.aborted) {
    try {
      const resumed = { headers: lastId === null ? {} : { 'last-event-id': lastId } };
      const response: Response =
        path === null ? await send(first.path, { ...first.init, signal }) : await send(path, { ...resumed, signal });
      if (response.status === 204) return;
      if (!response.ok) throw resultFault(await readEnvelope(response));
      connection('live');
      failures = 0;
      const isOver = await read(response, (one) => {
        lastId = one.id ?? lastId;
        const envelope = JSON.parse(one.data) as Envelope;
        if (one.event === 'start') path = again(envelope);
        heard(one.event, envelope);
      });
      if (isOver) return;
    } catch (error) {
      if (signal.aborted) return;
      // A service that was started again does not know what it sent before; what only reads begins anew.
      if (error instanceof Fault && error.code === 'UNKNOWN_CALL' && reads && path !== null) {
        path = null;
        lastId = null;
        continue;
      }
      // What was refused before it began did not begin, so it is not sent a second time.
      const mayRetry = path !== null || reads;
      if (error instanceof Fault && (error.code !== UNREACHABLE || !mayRetry)) throw error;
    }
    connection('reconnecting');
    await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]!, signal);
    failures += 1;
  }
}

function resultFault(envelope: Envelope): Fault {
  try {
    resultOf(envelope);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  return new Fault('INTERNAL', 'the service refused without a reason');
}

/** True after `done`. */
async function read(response: Response, heard: (event: StreamEvent) => void): Promise<boolean> {
  const parse = eventParser();
  const reader = response
    .body!.pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return false;
    for (const event of parse(value)) {
      heard(event);
      if (event.event === 'done') return true;
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
