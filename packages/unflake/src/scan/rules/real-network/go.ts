import type { SourceFile } from '../../facts/source-file.ts';
import { calleeOf, functionAround, isOnlyShown } from '../../semantics/go/around.ts';
import { declared, textOf } from '../../semantics/go/variables.ts';
import { foreignHost } from '../../semantics/written-places.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Start `httptest.NewServer` with the answers the test needs, or give the client a `Transport` of your own.',
  find: [
    calls(
      'net/http.Get net/http.Head net/http.Post net/http.PostForm',
      ({ node, args, file }) => isForeign(args[0], node, file) && !isIntercepted(file),
    ),
    calls('net.Dial net.DialTimeout crypto/tls.Dial', ({ node, args, file }) => isForeign(args[1], node, file)),
    calls(
      `net.LookupHost net.LookupIP net.LookupAddr net.LookupMX net.LookupTXT net.LookupCNAME net.ResolveTCPAddr
       net.ResolveIPAddr`,
      ({ node, args, file }) => isForeign(args.at(-1), node, file),
    ),
    calls('*.Get *.Head *.Post', ({ node, name, args, file }) => {
      const client = calleeOf(node).replace(/\.\w+$/, '');
      if (!file.text.includes('://')) return false;
      const isClient = name.startsWith('net/http.DefaultClient.') || isHttpClient(client, functionAround(node, file));
      return isClient && isForeign(args[0], node, file) && !isIntercepted(file);
    }),
  ],
};

const isForeign = (argument: Node | undefined, call: Node, file: SourceFile): boolean =>
  !isOnlyShown(call) && foreignHost(textOf(argument, functionAround(call, file), file.root) ?? '') !== null;

/** Plain: with no transport of its own. */
const isHttpClient = (name: string, scope: Node): boolean =>
  /^&?http\.Client\{(?!.*Transport)/s.test(declared(name, scope)?.text() ?? '');

/** Something stands between the client and the network. */
const isIntercepted = ({ imports }: SourceFile): boolean =>
  [...imports.names.values()].some((path) => /httpmock|gock|go-vcr|recorder/.test(path));
