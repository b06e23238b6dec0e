/** The sockets of the HTTP transport: listens, limits connections, and closes gracefully. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Clock } from '@unflake/testkit/clock';
import { UnflakeError } from '../../contract/faults.ts';
import type { Http } from './open-http.ts';

export interface HttpListener {
  /** `http://<host>:<port>`. */
  readonly url: string;
  /** Accepts no new connections, waits until `ended` has ended the calls, and sends their responses. */
  readonly close: (ended: Promise<unknown>) => Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly http: Http;
  readonly clock: Clock;
  readonly headMs?: number;
}

/** More would be a mistake or an attack; each costs memory. */
const MAX_CONNECTIONS = 1_024;
/** For the head of a request; its body has a limit of its own. */
const HEAD_MS = 10_000;
/** Time to send responses after the calls have ended. */
const FAREWELL_MS = 1_000;

export async function listen({ host, port, http, clock, headMs = HEAD_MS }: ListenOptions): Promise<HttpListener> {
  const handle = getRequestListener(http.fetch as never, { errorHandler: http.refuse });
  const server = createServer(
    {
      headersTimeout: headMs,
      requestTimeout: 0,
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(1_000, headMs),
    },
    handle,
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', (_error, socket) => void answerRaw(socket as Socket, http));
  await bound(server, host, port);
  const { address, port: taken, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    async close(ended) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await ended;
      server.closeIdleConnections();
      const timer = clock.setTimeout(() => server.closeAllConnections(), FAREWELL_MS);
      await closed;
      clock.clearTimeout(timer);
    },
  };
}

function bound(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = `cannot listen on ${host}:${port} (${error.code ?? error.message})`;
      reject(new UnflakeError('ADDRESS_NOT_FREE', why, { host, port }, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

/** Input that is not HTTP gets an envelope as well, if the client still reads. */
async function answerRaw(socket: Socket, http: Http): Promise<void> {
  // A browser connects ahead of its next request, and would take what comes before it for the answer.
  if (!socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const response = http.refuse(new Error('not HTTP'));
  const body = await response.text();
  const head = `HTTP/1.1 ${response.status} Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`;
  socket.end(head + body);
}
