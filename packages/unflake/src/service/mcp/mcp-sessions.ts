/**
 * HTTP clients of protocol revisions before 2026-07-28. They cancel a call with a second request, which only a session can connect with the
 * first, so `initialize` opens one. A request without a session is served on its own.
 */
import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  legacyStatelessFallback,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** The longest idle session is evicted and its calls are cancelled: sessions cost memory, and clients forget to end them. */
const MAX_SESSIONS = 200;
const SESSION_HEADER = 'mcp-session-id';

export interface McpSessions {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

export function openSessions(factory: McpServerFactory, onerror: (error: Error) => void): McpSessions {
  const held = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const withoutSession = legacyStatelessFallback(factory, onerror);

  async function open(request: Request): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      // unflake-allow unseeded-random: a session id must not be guessable
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void held.set(id, transport),
      onsessionclosed: (id) => void held.delete(id),
    });
    const server = await factory({ era: 'legacy' });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    for (const [id, oldest] of held) {
      if (held.size <= MAX_SESSIONS) break;
      held.delete(id);
      await oldest.close();
    }
    return response;
  }

  return {
    async fetch(request) {
      const id = request.headers.get(SESSION_HEADER);
      if (id === null) return (await opens(request)) ? open(request) : withoutSession(request);
      const transport = held.get(id);
      if (transport === undefined) return unknownSession();
      // Moves the session to the end: the most recently used is evicted last.
      held.delete(id);
      held.set(id, transport);
      return transport.handleRequest(request);
    },
    async close() {
      const all = [...held.values()];
      held.clear();
      await Promise.all(all.map((transport) => transport.close()));
    },
  };
}

async function opens(request: Request): Promise<boolean> {
  if (request.method !== 'POST') return false;
  try {
    return isInitializeRequest(await request.clone().json());
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Required by the protocol: the client then initializes again. */
function unknownSession(): Response {
  const error = { code: -32001, message: 'there is no such session', data: { code: 'UNKNOWN_SESSION' } };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 });
}
