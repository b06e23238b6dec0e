/** Routes that call a tool and answer with its envelope. A client that disconnects cancels its call. */
import type { Meta } from '../../contract/envelope.ts';
import { UnflakeError } from '../../contract/faults.ts';
import type { CancelSignal } from '../calls-watch.ts';
import { envelopeResponse } from './answer.ts';
import { queryInput } from './query-input.ts';
import { readJson } from './read-body.ts';
import type { Bindings, Route, RouteContext, ServiceParts } from './route.ts';

type Outgoing = NonNullable<Bindings['outgoing']>;

/** A request may set less time than the service allows. */
export const TIMEOUT_HEADER = 'unflake-timeout-ms';

export function callRoutes(parts: ServiceParts): readonly Route[] {
  const post =
    (toolOf: (c: RouteContext) => string): Route['run'] =>
    async (c, meta) =>
      callTool(parts, c, toolOf(c), await bodyInput(parts, c), meta);
  const get =
    (tool: string): Route['run'] =>
    async (c, meta) =>
      callTool(parts, c, tool, await urlInput(parts, c, tool), meta);
  return [
    { method: 'POST', path: '/tools/:name', run: post(namedTool) },
    { method: 'GET', path: '/search', run: get('search') },
    { method: 'POST', path: '/search', run: post(() => 'search') },
    { method: 'GET', path: '/status', run: get('status') },
  ];
}

export function namedTool(c: RouteContext): string {
  return c.req.param('name') ?? '';
}

export function bodyInput({ clock, bodyLimits }: ServiceParts, c: RouteContext): Promise<unknown> {
  return readJson(c.req.raw, clock, bodyLimits);
}

export async function urlInput({ tools }: ServiceParts, c: RouteContext, name: string): Promise<unknown> {
  const entry = tools.find((tool) => tool.name === name);
  const query = new URL(c.req.url).searchParams;
  return entry === undefined ? {} : queryInput(await entry.load(), query);
}

export function timeoutOf(c: RouteContext): number | undefined {
  const given = c.req.header(TIMEOUT_HEADER);
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,9}$/.test(given)) return Number(given);
  const expected = 'a whole number of milliseconds of at least 1';
  throw new UnflakeError('INVALID_INPUT', `the header ${TIMEOUT_HEADER} is not ${expected}`, {
    problems: [{ field: TIMEOUT_HEADER, value: JSON.stringify(given.slice(0, 80)), expected }],
  });
}

async function callTool(
  parts: ServiceParts,
  c: RouteContext,
  name: string,
  input: unknown,
  meta: () => Meta,
): Promise<Response> {
  const timeoutMs = timeoutOf(c);
  const how = { signal: goneSignal(c), emit: () => {}, meta, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  return envelopeResponse(await parts.calls.call(name, input, how));
}

function goneSignal(c: RouteContext): CancelSignal {
  const outgoing = c.env?.outgoing;
  return outgoing === undefined ? c.req.raw.signal : new HangUp(outgoing);
}

/** Aborted when the client disconnects: nothing was sent yet, so nothing else closes the connection. */
class HangUp implements CancelSignal {
  readonly #outgoing: Outgoing;

  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing;
  }

  get aborted(): boolean {
    return this.#outgoing.closed;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#outgoing.on('close', listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#outgoing.off('close', listener);
  }
}
