import type { Node, SourceFile } from '../facts/source-file.ts';
import { isOnlyShown } from '../semantics/go/around.ts';
import { scopeOf, semanticsOf } from '../semantics/index.ts';
import { calledName } from '../semantics/java/around.ts';
import { fieldOf } from '../semantics/javascript/constants.ts';
import { created } from '../semantics/php.ts';
import { functionText, statementOf, textBefore } from '../semantics/place.ts';
import { callOf, keyword, positional } from '../semantics/python/calls-in.ts';
import { hasFixedPort } from '../semantics/rust/variables.ts';
import { listens } from '../semantics/shell/network.ts';
import { fixedPort as portIn } from '../semantics/written-places.ts';
import { unquoted } from '../semantics/written-text.ts';
import { named, nearest, textAt } from '../syntax/node.ts';
import { type Call, calls, type Kind, nodesOf, row } from './rule.ts';

/** A port that is written out, also behind a name; 0 lets the system choose. */
const portOf = (value: Node | null | undefined, file: SourceFile): number | null => {
  const port = semanticsOf(file).numberOf(value ?? undefined, file);
  return port !== null && Number.isInteger(port) && port > 0 && port < 65_536 ? port : null;
};
const isPort = (value: Node | null | undefined, file: SourceFile): boolean => portOf(value, file) !== null;
const isFirst = ({ args, file }: Call): boolean => isPort(args[0], file);
const isLast = ({ args, file }: Call): boolean => isPort(args.at(-1), file);
const isAddress = (value: Node | undefined, file: SourceFile): boolean =>
  portIn(semanticsOf(file).textOf(value, file) ?? '') !== null;
const hasPort = (text: string | undefined): boolean => portIn(unquoted(text ?? '') ?? '') !== null;

const PYTHON_SERVES =
  /(?:^|\.)(?:run|serve|serve_forever|start_server|create_server|listen|run_app|run_simple|make_server|start_http_server)$|(?:Server|Service|Config|Site)$/;
const JUST_AFTER = 200;
/** Much else can be started with a number. */
const isServer = (call: Node): boolean =>
  /server|vertx|http|app|proxy|javalin|jetty|wiremock/i.test(call.fieldText('object'));

/** A client is told where to go; it takes no port. */
const PYTHON_CONNECTS = /[Cc]lient|[Cc]onnect|[Cc]onfigParser/;

export const fixedPort: Kind = {
  name: 'fixed-port',
  cause: { family: 'external', kind: 'port' },
  severity: 'error',
  where: 'tests',
  message: 'listens on a fixed port',
  why: 'Two runs at once, or a program that was there first: one of them gets “Address already in use”.',
  // A script of a shell may start what the suite as a whole needs; whoever listens with a signal may have given it up before.
  isSure: (place, file) =>
    (file.language !== 'shell' || file.testAround(place) !== null) &&
    !/\bsignal\s*:/.test(place.text()) &&
    !/^func benchmark|\b(?:dummy|fake|mock)\w*sock/i.test(scopeOf(place, file).text()) &&
    // The test goes home where the port is taken.
    !/skip/i.test(file.text.slice(place.end(), place.end() + JUST_AFTER)) &&
    !(/^[^(]*\.(?:start|port)\(/.test(place.text()) && file.language === 'java' && !isServer(place)),
  languages: {
    python: row(
      'Listen on port 0 and ask which one it became: `sock.getsockname()[1]`, `server.server_address[1]`.',
      // Takes an address as a pair: `HTTPServer(("", 8000), …)`.
      calls(
        `HTTPServer *.bind *.HTTPServer *.ThreadingHTTPServer *.TCPServer *.UDPServer *.ThreadingTCPServer *.make_server
           *.create_server *.WSGIServer`,
        ({ args, file }) => args.some((arg) => arg.is('tuple') && isPort(named(arg)[1], file)),
      ),
      nodesOf('keyword_argument', /^port *=/, (node, file) => {
        const call = node.parent()?.parent();
        const callee = call?.is('call') ? callOf(call).callee : '';
        return PYTHON_SERVES.test(callee) && !PYTHON_CONNECTS.test(callee) && isPort(node.field('value'), file);
      }),
      calls('asyncio.start_server *.create_server *.listen *.make_server', ({ args, file }) => {
        const first = positional(args).slice(0, 3);
        return keyword(args, 'port') === null && first.some((arg) => (portOf(arg, file) ?? 0) > 1023);
      }),
    ),
    javascript: row(
      'Listen on port 0 and ask which one it was: `server.listen(0)`, then `server.address().port`.',
      calls(
        '*.listen',
        ({ args, file }) =>
          isPort(args[0], file) ||
          isPort(fieldOf(args[0], /^port$/, file), file) ||
          /^\d{2,5}$/.test(semanticsOf(file).textOf(args[0], file) ?? ''),
      ),
      calls(
        `ws.WebSocketServer ws.Server WebSocketServer http-proxy.createServer json-server.create smtp-server.SMTPServer
           @mswjs/http-middleware.createServer express.listen`,
        ({ args, file }) => isPort(fieldOf(args[0], /^port$/, file), file),
      ),
      calls('*.bind', (call) => /socket|udp|dgram/i.test(call.node.text()) && isFirst(call)),
    ),
    java: row(
      'Listen on port 0 and ask which one it was: `new ServerSocket(0)`, `getLocalPort()`, `webEnvironment = RANDOM_PORT`, `dynamicPort()`.',
      calls(
        `java.net.ServerSocket java.net.DatagramSocket com.github.tomakehurst.wiremock.WireMockServer
           com.github.tomakehurst.wiremock.junit.WireMockRule org.eclipse.jetty.server.Server
           org.mockserver.integration.ClientAndServer org.mockserver.integration.ClientAndServer.startClientAndServer`,
        isFirst,
      ),
      calls('java.net.InetSocketAddress', (call) => {
        const around = nearest(call.node, ['method_invocation', 'object_creation_expression']);
        return isLast(call) && around !== null && /^(?:create|bind|ServerSocket)$/.test(calledName(around));
      }),
      calls('*.start *.listen', ({ args, file }) => (portOf(args[0], file) ?? 0) >= 80),
      calls('*.port *.httpPort *.withPort', ({ node, args, file }) => {
        const on = node.fieldText('object');
        return (
          (portOf(args[0], file) ?? 0) >= 80 &&
          /\b(?:wireMockConfig|options|WireMockConfiguration|SparkJava|Spark|server\w*|builder)\b/i.test(on) &&
          /WireMock|Server/.test(file.text) &&
          !/URI|Uri|url/i.test(on)
        );
      }),
      nodesOf('element_value_pair', /^(?:httpPort|port|webEnvironment)[ ]*=/, (node) =>
        /DEFINED_PORT$|=\s*[1-9][0-9]{1,4}$/.test(node.text()),
      ),
    ),
    go: row(
      'Listen on `127.0.0.1:0` and ask `l.Addr()`; `httptest.NewServer` does that for you.',
      calls(
        'net.Listen net.ListenPacket net.ListenConfig.Listen crypto/tls.Listen',
        ({ node, args, file }) => !/unix/.test(textAt(args[0])) && !isOnlyShown(node) && isAddress(args[1], file),
      ),
      calls(
        'net/http.ListenAndServe net/http.ListenAndServeTLS',
        ({ node, args, file }) => !isOnlyShown(node) && isAddress(args[0], file),
      ),
      calls('net.ListenTCP net.ListenUDP', ({ args }) => /\bPort:\s*[1-9]/.test(textAt(args[1]))),
      nodesOf(
        'composite_literal',
        /^http\.Server\{/,
        (node, file) =>
          !isOnlyShown(node) &&
          node
            .findAll('keyed_element', '^Addr\\b')
            .some((element) => isAddress(element.children().at(-1)?.children()[0], file)),
      ),
    ),
    rust: row(
      'Bind to `127.0.0.1:0` and ask `listener.local_addr()`.',
      calls(
        `std.net.TcpListener.bind std.net.UdpSocket.bind tokio.net.TcpListener.bind tokio.net.UdpSocket.bind
           axum_server.bind axum.Server.bind hyper.Server.bind tiny_http.Server.http mockito.Server.new_with_port`,
        ({ args, file }) => hasFixedPort(args[0], file),
      ),
      calls('*.bind', ({ name, args, file }) => name.startsWith('?.') && hasFixedPort(args[0], file)),
    ),
    shell: row(
      'Listen on port 0 and read from the server’s output which one it became; for docker `-p 127.0.0.1::80` and `docker port`.',
      nodesOf('command', /\d{2,5}/, listens),
    ),
    kotlin: row(
      'Listen on port 0 and ask which one it was: `ServerSocket(0).localPort`, `embeddedServer(Netty, port = 0)`, `dynamicPort()`.',
      calls(
        `java.net.ServerSocket java.net.DatagramSocket com.github.tomakehurst.wiremock.WireMockServer
           org.eclipse.jetty.server.Server`,
        isFirst,
      ),
      calls('embeddedServer *.embeddedServer io.ktor.server.engine.embeddedServer', ({ args, file }) =>
        args.some((arg, at) => (/^port\s*=/.test(arg.text()) || at === 1) && isPort(arg, file)),
      ),
      calls(
        'java.net.InetSocketAddress',
        (call) => isLast(call) && /(?:create|bind|ServerSocket)\s*\($/.test(textBefore(call.node)),
      ),
      calls(
        '*.start *.httpPort',
        ({ node, args, file }) => (portOf(args[0], file) ?? 0) > 79 && /server|Server|wire|mock/i.test(node.text()),
      ),
    ),
    ruby: row(
      'Listen on port 0 and ask which one it was: `TCPServer.new("127.0.0.1", 0).addr[1]`; leave `Capybara.server_port` unset.',
      calls('TCPServer.new TCPServer.open UNIXServer.new Socket.tcp_server_sockets UDPSocket.bind', isLast),
      calls(
        `WEBrick.HTTPServer.new WEBrick::HTTPServer.new Rack.Server.start Rackup.Server.start Puma.Server.new
           Rackup.Handler.get`,
        ({ args, file }) => args.some((arg) => /^:?(?:Port|port)\b/.test(arg.text()) && isPort(arg, file)),
      ),
      calls('*.add_tcp_listener *.bind', (call) => call.args.length === 2 && isLast(call)),
      nodesOf('assignment', /^Capybara\.server_port[ ]*=/, (node, file) => isPort(node.field('right'), file)),
    ),
    csharp: row(
      'Listen on port 0 and ask which one it was: `new TcpListener(IPAddress.Loopback, 0)`, `((IPEndPoint)listener.LocalEndpoint).Port`, `UseUrls("http://127.0.0.1:0")`, `WebApplicationFactory`.',
      calls('System.Net.Sockets.TcpListener System.Net.Sockets.UdpClient TcpListener', isLast),
      calls(
        'System.Net.IPEndPoint',
        ({ node, args, file }) => isPort(args[1], file) && /\.(?:Bind)\(|TcpListener\(/.test(statementOf(node).text()),
      ),
      calls('*.UseUrls *.Prefixes.Add', ({ args }) => args.some((arg) => hasPort(arg.text()))),
      calls(
        '*.Add',
        ({ node, args }) => /\.Prefixes\.Add$/.test(node.fieldText('function')) && hasPort(args[0]?.text()),
      ),
      calls('*.ListenLocalhost *.ListenAnyIP WireMock.Server.WireMockServer.Start', isFirst),
    ),
    cpp: row(
      'Bind port 0 and ask which one it was: `getsockname(fd, …)`, `acceptor.local_endpoint().port()`, `svr.bind_to_any_port("127.0.0.1")`.',
      calls('htons', (call) => isFirst(call) && /\bbind\s*\(/.test(functionText(call.node, call.file))),
      calls('*.listen *.bind_to_port *.Bind *.AddListeningPort', ({ args, file }) => {
        if (/^"[^"]*:[1-9]\d{1,4}"$/.test(textAt(args[0]))) return true;
        return args.length >= 2 && /^"|HOST|host/.test(args[0]!.text()) && isPort(args[1], file);
      }),
      calls(
        '*.endpoint',
        ({ node, args, file }) =>
          /::v[46]\(\)|address/.test(textAt(args[0])) &&
          isPort(args[1], file) &&
          /acceptor|\bbind\(/.test(functionText(node, file)),
      ),
    ),
    php: row(
      'Listen on port 0 and ask which one it was: `stream_socket_server("tcp://127.0.0.1:0")`, `stream_socket_get_name($server, false)`.',
      calls('stream_socket_server', ({ args }) => hasPort(args[0]?.text())),
      calls('socket_bind socket_create_listen', isLast),
      nodesOf('string', /php -S [a-z0-9.]+:[1-9][0-9]+/, (node, file) =>
        /\b(?:exec|proc_open|shell_exec|popen|Process|passthru)\b/.test(functionText(node, file)),
      ),
      created(['SocketServer', 'HttpServer', 'Server'], (args) => hasPort(args[0])),
    ),
  },
};
