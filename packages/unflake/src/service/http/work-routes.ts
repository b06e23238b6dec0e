/** Routes about work that runs here, whoever started it: its list, its events, and its end. */
import { UnflakeError } from '../../contract/faults.ts';
import { readEventId } from '../sse/frame.ts';
import { envelopeResponse } from './answer.ts';
import type { Route, RouteContext, ServiceParts } from './route.ts';
import { eventsResponse } from './stream-routes.ts';

export function workRoutes({ work }: ServiceParts): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/running',
      run: (_c, meta) => envelopeResponse({ ok: true, result: { running: work.running() }, _meta: meta() }),
    },
    {
      method: 'DELETE',
      path: '/running/:id',
      run(c, meta) {
        const id = idOf(c);
        if (!work.cancel(id)) throw notRunning(id);
        return envelopeResponse({ ok: true, result: { id }, _meta: meta() });
      },
    },
    {
      method: 'GET',
      path: '/hunts/:id/events',
      run(c) {
        const id = idOf(c);
        const watched = work.find(id);
        if (watched === undefined) throw notRunning(id);
        const place = readEventId(c.req.header('last-event-id') ?? '');
        const after = place?.call === watched.id ? place.seq : 0;
        return watched.isOver(after) ? new Response(null, { status: 204 }) : eventsResponse(watched.follow(after));
      },
    },
  ];
}

const idOf = (c: RouteContext): string => c.req.param('id') ?? '';

function notRunning(id: string): UnflakeError {
  const shown = id.slice(0, 80);
  return new UnflakeError('UNKNOWN_CALL', `no call of this service works on \`${shown}\``, { call: shown });
}
