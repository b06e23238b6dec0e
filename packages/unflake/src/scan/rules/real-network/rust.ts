import type { SourceFile } from '../../facts/source-file.ts';
import { functionAround } from '../../semantics/rust/around.ts';
import { methodsOn } from '../../semantics/rust/chains.ts';
import { initialOf, textOf } from '../../semantics/rust/variables.ts';
import { foreignHost } from '../../semantics/written-places.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Start a server of your own (`wiremock::MockServer`, `httpmock`, `mockito`) and give its address to the code.',
  find: [
    calls(
      `reqwest.get reqwest.blocking.get ureq.get ureq.post ureq.head attohttpc.get isahc.get surf.get
       minreq.get std.net.TcpStream.connect tokio.net.TcpStream.connect tokio_tungstenite.connect_async
       tungstenite.connect tokio.net.lookup_host`,
      ({ args, file }) => isForeign(args[0], file),
    ),
    calls(
      '*.get *.post *.head *.put *.delete',
      ({ node, args, file }) =>
        isForeign(args[0], file) &&
        methodsOn(node).some((name) => /^(?:send|call)$/.test(name)) &&
        isClient(node, file),
    ),
    calls('*.to_socket_addrs', ({ node, file }) =>
      isForeign(node.field('function')?.field('value') ?? undefined, file),
    ),
  ],
};

const isForeign = (argument: Node | undefined, file: SourceFile): boolean =>
  foreignHost(textOf(argument, file) ?? '') !== null;

/** Made by a crate that goes to the network. */
function isClient(call: Node, file: SourceFile): boolean {
  const on = call.field('function')?.field('value');
  const text = on?.is('identifier')
    ? (initialOf(on.text(), functionAround(call, file), file.root)?.text() ?? '')
    : (on?.text() ?? '');
  return /^(?:reqwest::(?:blocking::)?)?Client(?:Builder)?::(?:new|builder|default)\(|^ureq::|^(?:awc|isahc|hyper|attohttpc)\b/.test(
    text,
  );
}
