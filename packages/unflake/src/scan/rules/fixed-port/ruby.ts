import { isPort, numberIn } from '../../semantics/written-text.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

export const ruby: LanguageRule = {
  fix: 'Listen on port 0 and ask which one it was: `TCPServer.new("127.0.0.1", 0).addr[1]`; leave `Capybara.server_port` unset.',
  find: [
    calls(
      ['TCPServer.new', 'TCPServer.open', 'UNIXServer.new', 'Socket.tcp_server_sockets', 'UDPSocket.bind'],
      ({ args, file }) => isPort(numberIn(args.at(-1)?.text(), file)),
    ),
    calls(
      [
        'WEBrick.HTTPServer.new',
        'WEBrick::HTTPServer.new',
        'Rack.Server.start',
        'Rackup.Server.start',
        'Puma.Server.new',
        'Rackup.Handler.get',
      ],
      ({ args, file }) =>
        args.some((arg) => /^:?(?:Port|port)\b/.test(arg.text()) && isPort(numberIn(arg.text(), file))),
    ),
    calls(
      ['*.add_tcp_listener', '*.bind'],
      ({ args, file }) => args.length === 2 && isPort(numberIn(args[1]?.text(), file)),
    ),
    nodes({ rule: { kind: 'assignment', regex: '^Capybara\\.server_port[ ]*=' } }, (node, file) =>
      isPort(numberIn(node.field('right')?.text(), file)),
    ),
  ],
};
