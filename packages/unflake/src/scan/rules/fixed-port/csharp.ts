import { statementOf } from '../../semantics/place.ts';
import { fixedPort as portOf } from '../../semantics/written-places.ts';
import { isPort, numberIn } from '../../semantics/written-text.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const csharp: LanguageRule = {
  fix: 'Listen on port 0 and ask which one it was: `new TcpListener(IPAddress.Loopback, 0)`, `((IPEndPoint)listener.LocalEndpoint).Port`, `UseUrls("http://127.0.0.1:0")`, `WebApplicationFactory`.',
  find: [
    calls(['System.Net.Sockets.TcpListener', 'System.Net.Sockets.UdpClient', 'TcpListener'], ({ args, file }) =>
      isPort(numberIn(args.at(-1)?.text(), file)),
    ),
    calls(
      ['System.Net.IPEndPoint'],
      ({ node, args, file }) =>
        isPort(numberIn(args[1]?.text(), file)) && /\.(?:Bind)\(|TcpListener\(/.test(statementOf(node).text()),
    ),
    calls(['*.UseUrls', '*.Prefixes.Add'], ({ args }) =>
      args.some((arg) => portOf(arg.text().replace(/^\$?@?"|"$/g, '')) !== null),
    ),
    calls(
      ['*.Add'],
      ({ node, args }) =>
        /\.Prefixes\.Add$/.test(node.field('function')?.text() ?? '') &&
        portOf(args[0]?.text().replace(/^\$?@?"|"$/g, '') ?? '') !== null,
    ),
    calls(['*.ListenLocalhost', '*.ListenAnyIP', 'WireMock.Server.WireMockServer.Start'], ({ args, file }) =>
      isPort(numberIn(args[0]?.text(), file)),
    ),
  ],
};
