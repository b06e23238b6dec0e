import { calls, nodes, type Rule } from '../rule.ts';
import { fixedPort as portOf } from '../written-places.ts';
import { functionAround, isOnlyShown } from './around.ts';
import { textOf } from './variables.ts';

export const fixedPort: Rule = {
  id: 'go/fixed-port',
  cause: { family: 'external', kind: 'port' },
  severity: 'error',
  where: 'tests',
  message: 'listens on a port that is written out',
  why: 'Two tests, two runs or another program on the machine want the same port, and one of them gets an error.',
  fix: 'Listen on `127.0.0.1:0` and ask `l.Addr()`; `httptest.NewServer` does that for you.',
  find: [
    calls(
      ['net.Listen', 'net.ListenPacket', 'net.ListenConfig.Listen', 'crypto/tls.Listen'],
      ({ node, args, file }) => {
        const network = args[0]?.text() ?? '';
        return (
          !/unix/.test(network) &&
          !isOnlyShown(node) &&
          portOf(textOf(args[1], functionAround(node, file), file.root) ?? '') !== null
        );
      },
    ),
    calls(
      ['net/http.ListenAndServe', 'net/http.ListenAndServeTLS'],
      ({ node, args, file }) =>
        !isOnlyShown(node) && portOf(textOf(args[0], functionAround(node, file), file.root) ?? '') !== null,
    ),
    calls(['net.ListenTCP', 'net.ListenUDP'], ({ args }) => /\bPort:\s*[1-9]/.test(args[1]?.text() ?? '')),
    nodes(
      { rule: { kind: 'composite_literal', regex: '^http\\.Server\\{' } },
      (node, file) =>
        !isOnlyShown(node) &&
        node.findAll({ rule: { kind: 'keyed_element' } }).some((element) => {
          const [key, value] = [element.child(0)?.text(), element.children().at(-1)?.children()[0]];
          return key === 'Addr' && portOf(textOf(value, functionAround(node, file), file.root) ?? '') !== null;
        }),
    ),
  ],
};
