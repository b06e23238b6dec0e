/** A way to a service that can be cut, as a network is, and that leads to the next one at the same address. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Cuttable {
  readonly url: string;
  /** Ends every connection, and refuses new ones until it is mended. */
  readonly cut: () => void;
  /** It may lead to another service from now on. */
  readonly mend: (port?: number) => void;
  readonly close: () => Promise<void>;
}

export async function cuttable(firstPort: number): Promise<Cuttable> {
  let port = firstPort;
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    // unflake-allow handle-left-behind: ended with the client, and with all others by close
    const service = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    if (isCut) client.destroy();
    client.pipe(service).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      end();
    },
    mend(to = port) {
      port = to;
      isCut = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        end();
      }),
  };
}
