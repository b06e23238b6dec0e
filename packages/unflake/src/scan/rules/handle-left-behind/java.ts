import { holderOf, letGo } from '../../semantics/java/held.ts';
import { calls, type LanguageRule } from '../rule.ts';

const IO = [
  'FileInputStream',
  'FileOutputStream',
  'FileReader',
  'FileWriter',
  'RandomAccessFile',
  'BufferedReader',
  'BufferedWriter',
  'PrintWriter',
  'ObjectInputStream',
  'ObjectOutputStream',
  'BufferedInputStream',
  'BufferedOutputStream',
];
const CLOSES = /^(?:close|closeQuietly|stop|shutdown|disconnect|release|quit)$/;

export const java: LanguageRule = {
  fix: 'Open it in try-with-resources, or close it in `@AfterEach`.',
  find: [
    calls(
      [...IO.map((name) => `java.io.${name}`), 'java.util.Scanner'],
      ({ node, args, name, file }) =>
        args.length > 0 &&
        !(name.endsWith('Scanner') && args[0]!.is('string_literal')) &&
        // Around a stream of somebody else’s it opens nothing.
        (!/(?:Buffered|Object|Print|Scanner)\w*$/.test(name) ||
          /\bnew (?:java\.io\.)?File|Files\.new|^"/.test(args[0]!.text())) &&
        !/^(?:new (?:String|ByteArray)\w+|System\.(?:in|out|err)|out\b|buffer|bytes|sink)/.test(args[0]!.text()) &&
        !/StringReader|StringWriter|ByteArray/.test(args[0]!.text()) &&
        !isMemory(args[0]!.text(), file.text) &&
        isLeft(node, file),
    ),
    calls(
      [
        'java.net.Socket',
        'java.net.ServerSocket',
        'java.net.DatagramSocket',
        'java.util.zip.ZipFile',
        'java.util.jar.JarFile',
        'java.nio.file.Files.newInputStream',
        'java.nio.file.Files.newOutputStream',
        'java.nio.file.Files.newBufferedReader',
        'java.nio.file.Files.newBufferedWriter',
        'java.nio.file.Files.lines',
        'java.nio.file.Files.list',
        'java.nio.file.Files.walk',
        'java.nio.file.Files.newDirectoryStream',
        'java.nio.channels.FileChannel.open',
        'java.nio.channels.SocketChannel.open',
        'java.nio.channels.ServerSocketChannel.open',
        'java.sql.DriverManager.getConnection',
        '*.getConnection',
        'okhttp3.mockwebserver.MockWebServer',
        'com.github.tomakehurst.wiremock.WireMockServer',
        'org.openqa.selenium.chrome.ChromeDriver',
        'redis.clients.jedis.Jedis',
      ],
      ({ node, file }) => isLeft(node, file),
    ),
    calls(['com.sun.net.httpserver.HttpServer.create'], ({ node, file }) => isLeft(node, file)),
  ],
};

function isLeft(node: Parameters<typeof holderOf>[0], file: Parameters<typeof letGo>[2]): boolean {
  const holder = holderOf(node);
  return holder.kind === 'nobody' || (holder.kind === 'name' && !letGo(node, holder.name, file, CLOSES));
}

/** A stream over memory holds nothing of the system’s. */
const isMemory = (name: string, text: string): boolean =>
  /^\w+$/.test(name) &&
  new RegExp(`\\b(?:ByteArray\\w+|String(?:Reader|Writer)) ${name}\\b|\\bvar ${name} = new (?:ByteArray|String)`).test(
    text,
  );
