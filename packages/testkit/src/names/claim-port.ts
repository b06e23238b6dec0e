/** Free TCP ports that stay reserved: the system chooses, we keep the port open, and the run records it. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { fail } from '../text/refuse.ts';
import { claim, runFolder } from './run-folder.ts';

export interface ClaimPortOptions {
  /** The address to bind to; by default 127.0.0.1. */
  readonly host?: string;
}

/** A reserved port. After `release` other programs may get it, but nothing in this run claims it again. */
export interface PortClaim extends AsyncDisposable {
  readonly port: number;
  /** Closes our socket, so that the code under test can bind. Call it as late as possible. */
  release(): Promise<void>;
}

// The system rarely offers a port twice in a row; this many repeats mean that it has run out.
const MAX_OFFERS = 200;

/**
 * Reserves a free port. Code that can bind to port 0 and report its port does not need this; it is for code that must be given a number.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { claimPort } from '@unflake/testkit/names';
 *
 * const claim = await claimPort();
 * const server = createServer((_, response) => response.end('hello'));
 * await claim.release();
 * server.listen(claim.port, '127.0.0.1', () => server.close());
 * ```
 */
export async function claimPort({ host = '127.0.0.1' }: ClaimPortOptions = {}): Promise<PortClaim> {
  const folder = runFolder();
  const refused: Server[] = [];
  try {
    // Ports that the run claimed before are held until we have ours, so that they are not offered again.
    for (let offers = 0; offers < MAX_OFFERS; offers += 1) {
      const server = await listen(host);
      const { port } = server.address() as AddressInfo;
      if (claim(folder, `port-${port}`)) return hold(server, port);
      refused.push(server);
    }
    fail(`no unclaimed port on ${host} after ${MAX_OFFERS} offers`);
  } finally {
    await Promise.all(refused.map(close));
  }
}

function hold(server: Server, port: number): PortClaim {
  const release = () => (server.listening ? close(server) : Promise.resolve());
  return { port, release, [Symbol.asyncDispose]: release };
}

async function listen(host: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  // A forgotten claim must not keep the test process alive.
  server.unref();
  server.listen({ port: 0, host, exclusive: true });
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
