import { ruleOf } from '../kinds.ts';
import { textBefore } from '../place.ts';
import { isPort, numberIn } from '../written-text.ts';
import { called } from './called.ts';

export const fixedPort = ruleOf('kotlin', 'fixed-port', {
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
  flags: [
    'import java.net.ServerSocket\nclass ATest { @Test fun a() { ServerSocket(8080).use { assertTrue(it.isBound) } } }\n',
    'class ATest { @Test fun a() { val app = embeddedServer(Netty, port = 9090) { }\n app.start()\n assertTrue(ok()) } }\n',
    'class ATest { private val PORT = 9999\n @BeforeEach fun up() { mockServer.start(PORT) } }\n',
    'import com.sun.net.httpserver.HttpServer\nimport java.net.InetSocketAddress\nclass ATest { @BeforeEach fun up() { server = HttpServer.create(InetSocketAddress(8081), 0) } }\n',
  ],
  allows: [
    'import java.net.ServerSocket\nclass ATest { @Test fun a() { ServerSocket(0).use { assertTrue(it.localPort > 0) } } }\n',
    'class ATest { @Test fun a() { val app = embeddedServer(Netty, port = 0) { }\n assertTrue(app.ok()) } }\n',
    'import java.net.InetSocketAddress\nclass ATest { @Test fun a() { assertEquals(8080, InetSocketAddress("localhost", 8080).port) } }\n',
    {
      file: 'src/main/kotlin/Main.kt',
      text: 'import java.net.ServerSocket\nfun main() { ServerSocket(8080).accept() }\n',
    },
  ],
});
