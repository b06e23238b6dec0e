import type { SourceFile } from '../../facts/source-file.ts';
import { callOf, keyword, positional } from '../../semantics/python/calls-in.ts';
import { numberOf } from '../../semantics/python/values.ts';
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

/** Takes an address as a pair: `HTTPServer(("", 8000), …)`. */
const TAKES_A_PAIR = [
  '*.bind',
  '*.HTTPServer',
  '*.ThreadingHTTPServer',
  '*.TCPServer',
  '*.UDPServer',
  '*.ThreadingTCPServer',
  '*.make_server',
  '*.create_server',
  '*.WSGIServer',
  'HTTPServer',
];
const SERVES =
  /(?:^|\.)(?:run|serve|serve_forever|start_server|create_server|listen|run_app|run_simple|make_server|start_http_server)$|(?:Server|Service|Config|Site)$/;
/** A client is told where to go; it takes no port. */
const CONNECTS = /[Cc]lient|[Cc]onnect|[Cc]onfigParser/;

export const python: LanguageRule = {
  fix: 'Listen on port 0 and ask which one it became: `sock.getsockname()[1]`, `server.server_address[1]`.',
  find: [
    calls(TAKES_A_PAIR, ({ args, file }) => args.some((arg) => arg.is('tuple') && isPort(named(arg)[1], file))),
    nodes({ rule: { kind: 'keyword_argument', regex: '^port *=' } }, (node, file) => {
      const call = node.parent()?.parent();
      if (call == null || !call.is('call')) return false;
      const { callee } = callOf(call);
      return SERVES.test(callee) && !CONNECTS.test(callee) && isPort(node.field('value'), file);
    }),
    calls(
      ['asyncio.start_server', '*.create_server', '*.listen', '*.make_server'],
      ({ args, file }) =>
        keyword(args, 'port') === null &&
        positional(args)
          .slice(0, 3)
          .some((arg) => isPort(arg, file) && numberOf(arg, file)! > 1023),
    ),
  ],
};

function isPort(node: Node | null | undefined, file: SourceFile): boolean {
  const port = numberOf(node, file);
  return port !== null && Number.isInteger(port) && port > 0 && port < 65536;
}
