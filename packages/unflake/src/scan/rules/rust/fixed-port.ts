import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { fixedPort as portOf } from '../written-places.ts';
import { functionAround } from './around.ts';
import { initialOf, textOf } from './variables.ts';

export const fixedPort: Rule = {
  id: 'rust/fixed-port',
  cause: { family: 'external', kind: 'port' },
  severity: 'error',
  where: 'tests',
  message: 'listens on a port that is written out',
  why: 'Two tests, two runs or another program on the machine want the same port, and one of them gets an error.',
  fix: 'Bind to `127.0.0.1:0` and ask `listener.local_addr()`.',
  find: [
    calls(
      [
        'std.net.TcpListener.bind',
        'std.net.UdpSocket.bind',
        'tokio.net.TcpListener.bind',
        'tokio.net.UdpSocket.bind',
        'axum_server.bind',
        'axum.Server.bind',
        'hyper.Server.bind',
        'tiny_http.Server.http',
        'mockito.Server.new_with_port',
      ],
      ({ args, file }) => isFixed(args[0], file),
    ),
    calls(['*.bind'], ({ name, args, file }) => name.startsWith('?.') && isFixed(args[0], file)),
  ],
};

function isFixed(argument: Node | undefined, file: SourceFile): boolean {
  if (argument === undefined) return false;
  const text = textOf(argument, file);
  if (text !== null) return portOf(text) !== null;
  const value = argument.text().replace(/^&/, '');
  const held = /^\w+$/.test(value)
    ? (initialOf(value, functionAround(argument, file), file.root)?.text() ?? '')
    : value;
  const port =
    /^(?:SocketAddr(?:V4)?::(?:from|new)\()?\(*(?:"[^"]*"|\[[\d, ]+\]|[\w:.]+(?:\([\d, ]*\))?),\s*(\d+)/.exec(
      held,
    )?.[1] ?? /^"[^"]*:(\d+)"\s*\.parse/.exec(held)?.[1];
  return port !== undefined && Number(port) > 0;
}
