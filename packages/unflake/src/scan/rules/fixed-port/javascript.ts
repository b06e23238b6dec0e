import { fieldOf, numberOf, textOf } from '../../semantics/javascript/constants.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const javascript: LanguageRule = {
  fix: 'Listen on port 0 and ask which one it was: `server.listen(0)`, then `server.address().port`.',
  find: [
    calls(['*.listen'], ({ args, file }) => {
      const port = numberOf(args[0], file) ?? numberOf(fieldOf(args[0], /^port$/, file) ?? undefined, file);
      return isPort(port) || /^\d{2,5}$/.test(textOf(args[0], file) ?? '');
    }),
    calls(
      [
        'ws.WebSocketServer',
        'ws.Server',
        'http-proxy.createServer',
        'json-server.create',
        'WebSocketServer',
        'smtp-server.SMTPServer',
        '@mswjs/http-middleware.createServer',
        'express.listen',
      ],
      ({ args, file }) => isPort(numberOf(fieldOf(args[0], /^port$/, file) ?? undefined, file)),
    ),
    calls(
      ['*.bind'],
      ({ args, file, node }) => /socket|udp|dgram/i.test(node.text()) && isPort(numberOf(args[0], file)),
    ),
  ],
};

const isPort = (port: number | null): boolean => port !== null && port > 0 && port < 65_536;
