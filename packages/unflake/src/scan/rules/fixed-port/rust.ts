import type { SourceFile } from '../../facts/source-file.ts';
import { functionAround } from '../../semantics/rust/around.ts';
import { initialOf, textOf } from '../../semantics/rust/variables.ts';
import { fixedPort as portOf } from '../../semantics/written-places.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
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
