/**
 * The HTTP transport as a function from request to response: finds the route, checks access, and answers everything with an envelope.
 * Sockets are in listen.ts.
 */

import type { Clock } from '@unflake/testkit/clock';
import { Hono } from 'hono';
import type { Meta } from '../../contract/envelope.ts';
import { UnflakeError } from '../../contract/faults.ts';
import { startMeta } from '../../tools/lib/envelope.ts';
import type { ToolEntry } from '../../tools/registry.ts';
import type { Calls } from '../calls.ts';
import { checkHost, type HeaderOf, type HostRules, namedOrigin } from '../hosts.ts';
import { openFollowedCalls } from '../sse/calls.ts';
import { STREAM_LIMITS, type StreamLimits } from '../sse/limits.ts';
import { followRecorded } from '../sse/recorded.ts';
import { watchWork } from '../sse/work.ts';
import { refuse } from './answer.ts';
import { callRoutes } from './call-routes.ts';
import { BODY_LIMITS, type BodyLimits, readProtocolText } from './read-body.ts';
import { readRoutes } from './read-routes.ts';
import {
  type Bindings,
  type Route,
  type RouteContext,
  routePattern,
  type ServiceOffers,
  type ServiceParts,
} from './route.ts';
import { streamRoutes } from './stream-routes.ts';
import { workRoutes } from './work-routes.ts';

export interface HttpOptions {
  readonly tools: readonly ToolEntry[];
  readonly calls: Calls;
  /** As the calls were opened with. */
  readonly max: number;
  readonly clock: Clock;
  readonly entropy: () => number;
  readonly hosts: HostRules;
  /** Throws UNAUTHORIZED. */
  readonly authorize: (header: HeaderOf) => void;
  /** Receives the stacks of bugs and other problems worth a line. */
  readonly log: (line: string) => void;
  /** Receives one line per response, if the log is on. */
  readonly logAnswer?: (line: string) => void;
  readonly streamLimits?: StreamLimits;
  readonly bodyLimits?: BodyLimits;
  /** The dashboard. Its files hold no data, and a browser asks for them before it can send a token. */
  readonly pages?: readonly Route[];
  /** What the dashboard is told about this service; see /health. */
  readonly offers?: ServiceOffers;
  /** MCP over HTTP, if it is enabled; uses the same calls, so that their cases can be watched. */
  readonly mcp?: (calls: Calls) => Pick<Http, 'close'> & { readonly fetch: (request: Request) => Promise<Response> };
}

export interface Http {
  readonly fetch: (request: Request, bindings?: Bindings) => Response | Promise<Response>;
  /** Input that never became a request, such as one without a host. */
  readonly refuse: (error: unknown) => Response;
  /** Cancels the calls that are streamed; the others are ended by the calls themselves. */
  readonly close: () => Promise<void>;
}

export function openHttp(options: HttpOptions): Http {
  const { tools, max, clock, entropy, hosts, log } = options;
  const limits = options.streamLimits ?? STREAM_LIMITS;
  const { calls, ...work } = watchWork({ calls: options.calls, clock, entropy, limits });
  const followed = openFollowedCalls({ calls, clock, entropy, limits });
  const recorded = followRecorded(calls, clock);
  const bodyLimits = options.bodyLimits ?? BODY_LIMITS;
  const offers = options.offers ?? { allow: [], dashboard: 'read-only' };
  const parts = {
    tools,
    calls,
    followed,
    work,
    recorded,
    recordReaders: new Map<string, string>(),
    clock,
    max,
    bodyLimits,
    offers,
  };
  const pages = options.pages ?? [];
  const routes = [...readRoutes(parts), ...callRoutes(parts), ...streamRoutes(parts), ...workRoutes(parts)];
  const refused = (error: unknown, meta: Meta) =>
    refuse(error, meta, (bug) => log(`${meta.requestId} ${bug instanceof Error ? bug.stack : String(bug)}`));

  async function handle(c: RouteContext, run: Route['run'], isPage = false): Promise<Response> {
    const meta = startMeta({ clock, entropy });
    const header: HeaderOf = (name) => c.req.header(name);
    let response: Response;
    try {
      checkHost(header, hosts);
      if (c.req.method === 'OPTIONS' && namedOrigin(header, hosts) !== null)
        return preflight(namedOrigin(header, hosts)!);
      if (!isPage) options.authorize(header);
      response = await run(c, meta);
    } catch (error) {
      response = refused(error, meta());
    }
    const origin = namedOrigin(header, hosts);
    if (origin !== null) {
      response.headers.set('access-control-allow-origin', origin);
      response.headers.append('vary', 'origin');
    }
    options.logAnswer?.(logLine(c.req.method, c.req.path, response.status, meta()));
    return response;
  }

  const app = new Hono<{ Bindings: Bindings }>();
  for (const { method, path, run } of routes) app.on(method, path, (c) => handle(c, run));
  for (const { method, path, run } of pages) app.on(method, path, (c) => handle(c, run, true));
  const mcp = options.mcp?.(calls);
  if (mcp !== undefined)
    app.all('/mcp', (c) => handle(c, async () => mcp.fetch(await boundedRequest(c.req.raw, parts))));
  const table = [...routes, ...pages].map(({ method, path }) => ({ method, pattern: routePattern(path) }));
  app.notFound((c) =>
    handle(c, () => {
      throw nothingHere(c.req.method, c.req.path, table);
    }),
  );
  // Errors outside of routes, such as a path that cannot be decoded.
  app.onError((error) => refused(error, startMeta({ clock, entropy })()));

  return {
    fetch: (request, bindings) => app.fetch(request, bindings ?? {}),
    refuse: () => refused(badRequest(), startMeta({ clock, entropy })()),
    async close() {
      followed.close();
      await mcp?.close();
    },
  };
}

function nothingHere(
  method: string,
  path: string,
  table: readonly { readonly method: string; readonly pattern: RegExp }[],
): UnflakeError {
  const allowed = [...new Set(table.filter(({ pattern }) => pattern.test(path)).map((row) => row.method))];
  const shown = path.slice(0, 200);
  if (allowed.length === 0)
    return new UnflakeError('UNKNOWN_ROUTE', `there is nothing at \`${shown}\``, { path: shown });
  return new UnflakeError('METHOD_NOT_ALLOWED', `\`${shown}\` does not accept ${method}; use ${allowed.join(' or ')}`, {
    allowed,
  });
}

function badRequest(): UnflakeError {
  return new UnflakeError('INVALID_INPUT', 'the request is not valid HTTP', {
    problems: [{ field: '', value: null, expected: 'a request with a host and a path' }],
  });
}

/** The same request with its body already read within our limits; the SDK's reader has none. */
async function boundedRequest(raw: Request, { clock, bodyLimits }: ServiceParts): Promise<Request> {
  if (raw.method !== 'POST') return raw;
  const body = await readProtocolText(raw, clock, bodyLimits);
  return new Request(raw.url, { method: 'POST', headers: [...raw.headers], body, signal: raw.signal });
}

function preflight(origin: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers':
        'authorization, content-type, last-event-id, unflake-timeout-ms, mcp-protocol-version, mcp-session-id',
      'access-control-max-age': '600',
      vary: 'origin',
    },
  });
}

/** One line of the log for one answer. It names the path alone: queries, headers and bodies may hold what is nobody's business. */
function logLine(method: string, path: string, status: number, { ts, requestId, durationMs }: Meta): string {
  return `${ts} ${requestId} ${method} ${printable(path)} ${status} ${durationMs} ms`;
}

/** A path cannot start a line of its own. */
function printable(path: string): string {
  return path.replace(/[^\x21-\x7e]/g, '?').slice(0, 200);
}
