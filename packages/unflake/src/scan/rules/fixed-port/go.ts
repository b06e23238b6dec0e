import { functionAround, isOnlyShown } from '../../semantics/go/around.ts';
import { textOf } from '../../semantics/go/variables.ts';
import { fixedPort as portOf } from '../../semantics/written-places.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

export const go: LanguageRule = {
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
