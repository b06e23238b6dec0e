import { created, functions } from '../../semantics/php/called.ts';
import { functionText } from '../../semantics/place.ts';
import { fixedPort as portOf } from '../../semantics/written-places.ts';
import { isPort, numberIn, unquoted } from '../../semantics/written-text.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const php: LanguageRule = {
  fix: 'Listen on port 0 and ask which one it was: `stream_socket_server("tcp://127.0.0.1:0")`, `stream_socket_get_name($server, false)`.',
  find: [
    functions(['stream_socket_server'], ({ args }) => portOf(unquoted(args[0]?.text() ?? '') ?? '') !== null),
    functions(['socket_bind', 'socket_create_listen'], ({ args, file }) => isPort(numberIn(args.at(-1)?.text(), file))),
    nodes({ rule: { kind: 'string', regex: 'php -S [a-z0-9.]+:[1-9][0-9]+' } }, (node, file) =>
      /\b(?:exec|proc_open|shell_exec|popen|Process|passthru)\b/.test(functionText(node, file)),
    ),
    created(['SocketServer', 'HttpServer', 'Server'], (args) => portOf(unquoted(args[0] ?? '') ?? '') !== null),
  ],
};
