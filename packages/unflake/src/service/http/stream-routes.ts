/**
 * Routes that respond with events. A call is started by POST, or by GET if it is read-only. A client that reconnects with `Last-Event-ID`
 * continues where it was, and gets 204 if there is nothing more, which stops an `EventSource` from reconnecting.
 */
import { UnflakeError } from '../../contract/faults.ts';
import { readEventId, SSE_HEADERS } from '../sse/frame.ts';
import { envelopeResponse } from './answer.ts';
import { bodyInput, namedTool, timeoutOf, urlInput } from './call-routes.ts';
import type { Route, RouteContext, ServiceParts } from './route.ts';

/** Names of readers that are remembered; one that is forgotten goes on for those who have it. */
const MAX_READERS = 64;

type ToolOf = (c: RouteContext) => string;
type InputOf = (parts: ServiceParts, c: RouteContext, tool: string) => Promise<unknown>;

export function streamRoutes(parts: ServiceParts): readonly Route[] {
  const started =
    (toolOf: ToolOf, inputOf: InputOf): Route['run'] =>
    async (c) => {
      const tool = toolOf(c);
      const again = resumed(parts, c, tool);
      if (again !== null) return again;
      const input = await inputOf(parts, c, tool);
      return eventsResponse(parts.followed.start(tool, input, timeoutOf(c)).follow(0));
    };
  const search = () => 'search';
  return [
    { method: 'POST', path: '/tools/:name/stream', run: started(namedTool, bodyInput) },
    { method: 'GET', path: '/tools/:name/stream', run: (c) => joined(parts, c) },
    { method: 'DELETE', path: '/tools/:name/stream', run: (c, meta) => cancelled(parts, c, meta) },
    { method: 'GET', path: '/search/stream', run: started(search, urlInput) },
    { method: 'POST', path: '/search/stream', run: started(search, bodyInput) },
    { method: 'GET', path: '/status/stream', run: started(() => 'status', urlInput) },
    { method: 'GET', path: '/cases/:id/events', run: (c) => caseEvents(parts, c) },
  ];
}

/** The response for a client that reconnects; null for a new one. */
function resumed(parts: ServiceParts, c: RouteContext, tool: string): Response | null {
  const last = c.req.header('last-event-id');
  if (last === undefined || last === '') return null;
  const place = readEventId(last);
  const call = place === null ? undefined : parts.followed.find(place.call);
  if (place === null || call === undefined || call.tool !== tool) throw unknownCall(last);
  return call.isOver(place.seq) ? new Response(null, { status: 204 }) : eventsResponse(call.follow(place.seq));
}

/** A GET starts nothing here, because a page of another site could send it. */
function joined(parts: ServiceParts, c: RouteContext): Response {
  return resumed(parts, c, namedTool(c)) ?? eventsResponse(namedCall(parts, c).follow(0));
}

function cancelled(parts: ServiceParts, c: RouteContext, meta: Parameters<Route['run']>[1]): Response {
  const call = namedCall(parts, c);
  call.cancel();
  return envelopeResponse({ ok: true, result: { call: call.id, tool: call.tool }, _meta: meta() });
}

function namedCall({ followed }: ServiceParts, c: RouteContext) {
  const id = c.req.query('call');
  if (id === undefined) {
    throw new UnflakeError('INVALID_INPUT', 'no call was named: start one with POST, or name one with `?call=<id>`', {
      problems: [{ field: 'call', value: null, expected: 'the id of a call' }],
    });
  }
  const call = followed.find(id);
  if (call === undefined || call.tool !== namedTool(c)) throw unknownCall(id);
  return call;
}

/** A case of this process is streamed live; any other is read from its record for as long as that grows. */
async function caseEvents(parts: ServiceParts, c: RouteContext): Promise<Response> {
  const caseId = c.req.param('id') ?? '';
  const last = c.req.header('last-event-id') ?? '';
  const place = readEventId(last);
  const watched = parts.work.find(caseId);
  if (watched !== undefined) {
    const after = place?.call === watched.id ? place.seq : 0;
    return watched.isOver(after) ? new Response(null, { status: 204 }) : eventsResponse(watched.follow(after));
  }
  const again = place === null ? null : resumed(parts, c, 'case');
  if (again !== null) return again;
  const input = { ...((await urlInput(parts, c, 'case')) as object), case: caseId };
  const timeoutMs = timeoutOf(c);
  return eventsResponse(recordedCase(parts, input, timeoutMs).follow(0));
}

/** One reader of a record serves all who watch it: a hundred open pages must not read it a hundred times a second. */
function recordedCase(
  { followed, recordReaders, recorded }: ServiceParts,
  input: object,
  timeoutMs: number | undefined,
) {
  const key = JSON.stringify([input, timeoutMs ?? null]);
  const known = followed.find(recordReaders.get(key) ?? '');
  if (known?.isWhole() && !known.isOver(Number.MAX_SAFE_INTEGER)) return known;
  const call = followed.start('case', input, timeoutMs, recorded);
  recordReaders.delete(key);
  recordReaders.set(key, call.id);
  for (const oldest of recordReaders.keys()) {
    if (recordReaders.size <= MAX_READERS) break;
    recordReaders.delete(oldest);
  }
  return call;
}

export function eventsResponse(stream: ReadableStream<Uint8Array>): Response {
  return new Response(stream, { headers: SSE_HEADERS });
}

function unknownCall(id: string): UnflakeError {
  const shown = id.slice(0, 80);
  return new UnflakeError('UNKNOWN_CALL', `no call \`${shown}\` is known here`, { call: shown });
}
