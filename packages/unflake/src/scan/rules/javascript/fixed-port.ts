import { calls, type Rule } from '../rule.ts';
import { fieldOf, numberOf, textOf } from './constants.ts';

export const fixedPort: Rule = {
  id: 'javascript/fixed-port',
  cause: { family: 'external', kind: 'port' },
  severity: 'error',
  where: 'tests',
  message: 'listens on a port of its own choosing',
  why: 'Two runs at once, two workers, or a program that was there first: one of them gets EADDRINUSE.',
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
