import type { Node, SourceFile } from '../facts/source-file.ts';
import { holderOf } from '../semantics/held.ts';
import { scopeOf } from '../semantics/index.ts';
import { calledOn } from '../semantics/javascript/around.ts';
import { letGo } from '../semantics/javascript/held.ts';
import { callOf } from '../semantics/python/calls-in.ts';
import { initialOf } from '../semantics/rust/variables.ts';
import { hooksOf, TEAR_DOWN } from '../semantics/shell/command.ts';
import { whole } from '../semantics/undone.ts';
import { named, textAt } from '../syntax/node.ts';
import { notReleased } from './left-behind.ts';
import { type Call, calls, type Kind, nodesOf, row, under, words } from './rule.ts';

const PYTHON_CLOSES = { methods: 'a?close|quit|shutdown|disconnect|detach|release|dispose|server_close|stop|kill' };
const PYTHON_OPENS = words(
  `open io.open codecs.open gzip.open tarfile.open zipfile.ZipFile shelve.open socket.socket socket.create_connection
   socket.create_server sqlite3.connect psycopg.connect psycopg2.connect pymysql.connect smtplib.SMTP smtplib.SMTP_SSL
   ftplib.FTP http.client.HTTPConnection http.client.HTTPSConnection urllib.request.urlopen requests.Session httpx.Client
   httpx.AsyncClient aiohttp.ClientSession asyncio.new_event_loop`,
);
const JAVASCRIPT_CLOSES = {
  methods:
    'close|end|destroy|quit|disconnect|stop|release|closeAllConnections|dispose|shutdown|terminate|unref|cancel|pipe',
  functions: 'close|closeSync|pipeline|finished|supertest|request|text|json|buffer|closing|shutdown|stop',
};
const JAVA_CLOSES = { methods: 'close|closeQuietly|stop|shutdown|disconnect|release|quit' };
const JAVA_STREAMS = under(
  'java.io',
  `FileInputStream FileOutputStream FileReader FileWriter RandomAccessFile BufferedReader BufferedWriter PrintWriter
   ObjectInputStream ObjectOutputStream BufferedInputStream BufferedOutputStream`,
);
const RUST_OPENED =
  /(?:^|::)(?:File|OpenOptions|TcpListener|TcpStream|UdpSocket|UnixListener|UnixStream|Connection|TempDir|NamedTempFile|MockServer|Server|Pool|SqlitePool|PgPool)(?:::|$)|(?:^|::)temp(?:dir|file)\(/;

export const handleLeftBehind: Kind = {
  name: 'handle-left-behind',
  cause: { family: 'resource-leak', kind: 'handles' },
  severity: 'warning',
  where: 'tests',
  message: 'opens a file, a socket or a connection and does not close it',
  why: 'Handles pile up until whichever test comes then meets the limit; an open file stays locked, an open port stays taken.',
  languages: {
    python: row(
      'Use `with open(…) as f:` (`contextlib.closing` for what is no context), or close it after the fixture’s `yield`.',
      calls(PYTHON_OPENS, notReleased(PYTHON_CLOSES)),
      // `Path(…).open()`: other things can be opened too.
      calls(
        '*.open',
        (call) =>
          !PYTHON_OPENS.includes(call.name) &&
          /path|Path\(|\/ ["'f]/.test(callOf(call.node).on ?? '') &&
          notReleased(PYTHON_CLOSES)(call),
      ),
    ),
    javascript: row(
      'Close it where failures pass too: `t.after(() => server.close())`, `afterEach(() => pool.end())`, `await using`.',
      calls(
        `fs.openSync fs.promises.open fs/promises.open fs.createWriteStream net.connect net.createConnection tls.connect
           pg.Pool pg.Client mysql2.createConnection mysql2.createPool mysql2/promise.createConnection redis.createClient
           ioredis ioredis.Redis ws ws.WebSocket ws.WebSocketServer WebSocket better-sqlite3 mongodb.MongoClient
           dgram.createSocket puppeteer.launch playwright.chromium.launch fs.watch chokidar.watch`,
        notReleased(JAVASCRIPT_CLOSES),
      ),
      calls('*.listen', isListeningOn),
    ),
    java: row(
      'Open it in try-with-resources, or close it in `@AfterEach`.',
      calls([...JAVA_STREAMS, 'java.util.Scanner'], (call) => opensItself(call) && notReleased(JAVA_CLOSES)(call)),
      calls(
        `java.net.Socket java.net.ServerSocket java.net.DatagramSocket java.util.zip.ZipFile java.util.jar.JarFile
           java.nio.file.Files.newInputStream java.nio.file.Files.newOutputStream java.nio.file.Files.newBufferedReader
           java.nio.file.Files.newBufferedWriter java.nio.file.Files.lines java.nio.file.Files.list
           java.nio.file.Files.walk java.nio.file.Files.newDirectoryStream java.nio.channels.FileChannel.open
           java.nio.channels.SocketChannel.open java.nio.channels.ServerSocketChannel.open
           java.sql.DriverManager.getConnection *.getConnection okhttp3.mockwebserver.MockWebServer
           com.github.tomakehurst.wiremock.WireMockServer org.openqa.selenium.chrome.ChromeDriver
           redis.clients.jedis.Jedis com.sun.net.httpserver.HttpServer.create`,
        notReleased(JAVA_CLOSES),
      ),
    ),
    go: row(
      'Close it where it is opened: `defer f.Close()`, or `t.Cleanup(srv.Close)`.',
      calls(
        `os.Open os.Create os.OpenFile net.Listen net.ListenTCP net.ListenPacket net.Dial net.DialTimeout crypto/tls.Dial
           crypto/tls.Listen database/sql.Open net/http/httptest.NewServer net/http/httptest.NewTLSServer
           net/http/httptest.NewUnstartedServer google.golang.org/grpc.Dial google.golang.org/grpc.NewClient
           github.com/fsnotify/fsnotify.NewWatcher go.etcd.io/bbolt.Open net/http.Get net/http.Post`,
        notReleased({ methods: 'Close|CloseNow|Shutdown|CloseClientConnections' }),
      ),
    ),
    rust: row(
      'Let it be dropped at the end of the test; a handle that must stay open for all tests belongs in a `OnceLock`.',
      // Taken out of Rust's own clean-up.
      calls('std.mem.forget std.boxed.Box.leak Box.leak std.mem.ManuallyDrop.new', ({ node, args: [given], file }) => {
        const scope = scopeOf(node, file);
        const value = given?.is('identifier') ? initialOf(given.text(), scope, file.root) : given;
        return RUST_OPENED.test(value?.text().replace(/^Box::new\(/, '') ?? '');
      }),
      calls(
        '*.into_raw_fd *.into_raw_socket *.into_raw_handle',
        ({ node, file }) => !/from_raw_(?:fd|socket|handle)|libc::close/.test(scopeOf(node, file).text()),
      ),
    ),
    shell: row(
      'Close it: `exec 3>&-`; or open it for one command or block alone: `{ …; } 3< file`.',
      nodesOf('redirected_statement', /^exec\s+\d/, isLeftOpen),
    ),
  },
};

function isLeftOpen(node: Node, file: SourceFile): boolean {
  const opened = named(node).filter((part) => part.is('file_redirect') && !/[<>]&-/.test(part.text()));
  const numbers = opened
    .map((part) => /^(\d+)/.exec(part.text())?.[1])
    .filter((number) => number !== undefined && Number(number) > 2);
  const places = [scopeOf(node, file), ...hooksOf(file, TEAR_DOWN)];
  const closes = (number: string) =>
    places.some((place) =>
      place.findAll('file_redirect', `^${number}[<>]&-$`).some((one) => /^exec\b/.test(textAt(one.parent()))),
    );
  return numbers.some((number) => !closes(number!));
}

/** A server is closed under the name that it has, or under that of what it listens with. */
function isListeningOn({ node, args, file }: Call): boolean {
  if (args[0]?.is('string') && !/^["'](?:\d|\/)/.test(args[0].text())) return false;
  // Whoever holds the signal closes it.
  if (args.some((arg) => arg.is('object') && /\bsignal\b/.test(arg.text()))) return false;
  const holder = holderOf(node);
  const on = calledOn(node);
  const names = [
    holder.kind === 'name' ? holder.name : null,
    on?.is('identifier') || on?.is('member_expression') ? (/[\w$#]+$/.exec(on.text())?.[0] ?? null) : null,
  ].filter((name) => name !== null);
  if (names.length === 0) return holder.kind === 'nobody';
  const { methods, functions } = JAVASCRIPT_CLOSES;
  return !names.some((name) => letGo(node, name, file, whole(methods), whole(functions)));
}

/** Around a stream of somebody else’s, or over memory, nothing of the system’s is held. */
function opensItself({ args, name, file: { text } }: Call): boolean {
  const given = textAt(args[0]);
  if (given === '' || (name.endsWith('Scanner') && args[0]!.is('string_literal'))) return false;
  if (/(?:Buffered|Object|Print|Scanner)\w*$/.test(name) && !/\bnew (?:java\.io\.)?File|Files\.new|^"/.test(given))
    return false;
  if (/^(?:System\.(?:in|out|err)|out\b|buffer|bytes|sink)|^new String|String(?:Reader|Writer)|ByteArray/.test(given))
    return false;
  const memory = `\\b(?:ByteArray\\w+|String(?:Reader|Writer)) ${given}\\b|\\bvar ${given} = new (?:ByteArray|String)`;
  return !/^\w+$/.test(given) || !new RegExp(memory).test(text);
}
