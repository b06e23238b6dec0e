import { called } from '../../semantics/kotlin/called.ts';
import { textBefore } from '../../semantics/place.ts';
import { isPort, numberIn } from '../../semantics/written-text.ts';
import type { LanguageRule } from '../rule.ts';

export const kotlin: LanguageRule = {
  fix: 'Listen on port 0 and ask which one it was: `ServerSocket(0).localPort`, `embeddedServer(Netty, port = 0)`, `dynamicPort()`.',
  find: [
    called(
      [
        'java.net.ServerSocket',
        'java.net.DatagramSocket',
        'com.github.tomakehurst.wiremock.WireMockServer',
        'org.eclipse.jetty.server.Server',
      ],
      ({ args, file }) => isPort(numberIn(args[0]?.text(), file)),
    ),
    called(['*.embeddedServer', 'io.ktor.server.engine.embeddedServer', 'embeddedServer'], ({ args, file }) =>
      args.some((arg, at) => (/^port\s*=/.test(arg.text()) || at === 1) && isPort(numberIn(arg.text(), file))),
    ),
    called(
      ['java.net.InetSocketAddress'],
      ({ node, args, file }) =>
        isPort(numberIn(args.at(-1)?.text(), file)) && /(?:create|bind|ServerSocket)\s*\($/.test(textBefore(node)),
    ),
    called(
      ['*.start', '*.httpPort'],
      ({ node, args, file }) =>
        isPort(numberIn(args[0]?.text(), file)) &&
        Number(numberIn(args[0]?.text(), file)) > 79 &&
        /server|Server|wire|mock/i.test(node.text()),
    ),
  ],
};
