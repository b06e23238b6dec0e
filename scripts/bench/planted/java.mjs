/**
 * The defects in Java 8 with JUnit 5, in the project's own package. Each file has one class, and classes run one after the other in one
 * JVM.
 */
import { indented, words } from './text.mjs';

const PACKAGES = {
  'java.io': ['IOException', 'InputStream'],
  'java.net': ['InetAddress', 'ServerSocket', 'Socket'],
  'java.nio.charset': ['StandardCharsets'],
  'java.nio.file': ['Files', 'Path', 'Paths'],
  'java.security': ['MessageDigest'],
  'java.text': ['SimpleDateFormat'],
  'java.time': ['LocalDate'],
  'java.util': ['ArrayList', 'Arrays', 'Collections', 'Date', 'HashMap', 'List', 'Map', 'Random'],
  'java.util.concurrent': ['ConcurrentLinkedQueue', 'ExecutorService', 'Executors'],
};

const equal = (want, got) => `assertEquals(${want}, ${got});`;

export const defects = {
  'module-state': {
    product: `static int indent = 2;

static String line(final String key, final int value) {
    final StringBuilder text = new StringBuilder();
    for (int column = 0; column < indent; column++) {
        text.append(' ');
    }
    return text.append(key).append(": ").append(value).toString();
}`,
    polluter: `Layout.indent = 4;\n${equal('"    name: 1"', 'Layout.line("name", 1)')}`,
    cleaner: `Layout.indent = 2;\n${equal('2', 'Layout.indent')}`,
    victim: equal('"  size: 3"', 'Layout.line("size", 3)'),
  },
  cache: {
    product: `private static final Map<String, String> KNOWN = new HashMap<>();

static void forget() {
    KNOWN.clear();
}

static String resolve(final String ending, final String given) {
    return KNOWN.computeIfAbsent(ending, name -> {
        if (given != null) {
            return given;
        }
        return "txt".equals(name) ? "text/plain" : "image/jpeg";
    });
}`,
    polluter: `Aliases.forget();\n${equal('"text/markdown"', 'Aliases.resolve("txt", "text/markdown")')}`,
    cleaner: `Aliases.forget();\n${equal('"image/jpeg"', 'Aliases.resolve("jpg", null)')}`,
    victim: equal('"text/plain"', 'Aliases.resolve("txt", null)'),
  },
  zone: {
    product: `static String dayOf(final long seconds) {
    return new SimpleDateFormat("yyyy-MM-dd").format(new Date(seconds * 1000));
}`,
    victim: equal('"2024-06-18"', 'Stamps.dayOf(1718751600L)'),
  },
  'month-end': {
    product: `static LocalDate following(final LocalDate today) {
    return LocalDate.of(today.getYear() + today.getMonthValue() / 12, today.getMonthValue() % 12 + 1, today.getDayOfMonth());
}`,
    victim: `final LocalDate today = LocalDate.now();\n${equal('today.plusMonths(1).getMonth()', 'Billing.following(today).getMonth()')}`,
  },
  port: {
    product: `static ServerSocket serve(final int port) throws IOException {
    final ServerSocket server = new ServerSocket(port, 5, InetAddress.getByName("127.0.0.1"));
    final Thread thread = new Thread(() -> {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                client.getOutputStream().write("ok".getBytes(StandardCharsets.UTF_8));
            } catch (final IOException e) {
                return;
            }
        }
    });
    thread.setDaemon(true);
    thread.start();
    return server;
}

static int ask(final int port) throws IOException {
    try (Socket client = new Socket("127.0.0.1", port); InputStream in = client.getInputStream()) {
        return in.read();
    }
}`,
    polluter: `Status.serve(PORT);\n${equal("'o'", 'Status.ask(PORT)')}`,
    victim: `try (ServerSocket server = Status.serve(PORT)) {
    ${equal("'o'", 'Status.ask(server.getLocalPort())')}
}`,
  },
  'short-wait': {
    product: `final List<byte[]> done = Collections.synchronizedList(new ArrayList<>());

void start(final List<String> items) {
    final Thread thread = new Thread(() -> items.forEach(item -> done.add(digest(item))));
    thread.setDaemon(true);
    thread.start();
}

private static byte[] digest(final String item) {
    try {
        final MessageDigest sha = MessageDigest.getInstance("SHA-256");
        byte[] sum = item.getBytes(StandardCharsets.UTF_8);
        for (int round = 0; round < 10000; round++) {
            sum = sha.digest(sum);
        }
        return sum;
    } catch (final java.security.NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
    }
}`,
    victim: `final Digests digests = new Digests();
digests.start(Arrays.asList("one", "two", "three"));
Thread.sleep(200);
${equal('3', 'digests.done.size()')}`,
  },
  'missing-await': {
    product: `static void writeLater(final ExecutorService executor, final Path path, final String entry) {
    executor.submit(() -> Files.write(path, entry.getBytes(StandardCharsets.UTF_8)));
}`,
    victim: `final Path path = Files.createTempFile("journal", ".txt");
final ExecutorService executor = Executors.newSingleThreadExecutor();
try {
    Journal.writeLater(executor, path, "first");
    final byte[] sum = MessageDigest.getInstance("SHA-256").digest(new byte[2000000]);
    assertEquals(32, sum.length);
    assertEquals(5, Files.size(path));
} finally {
    executor.shutdownNow();
    Files.deleteIfExists(path);
}`,
  },
  random: {
    product: `static String quote(final String name) {
    return "'" + name + "'";
}`,
    before: `private static final String[] NAMES = ("Abel Baker Bauer Brown Clark Costa Dietz Evans Fuchs Garcia Gomez Green Haas Hughes "
    + "Ivanov Jansen Keller Klein Lopez Meyer Moore Novak O'Brien Olsen Perez Quinn Rossi Silva Smith Tanaka Vogel Weber").split(" ");`,
    victim: `final String name = NAMES[new Random().nextInt(NAMES.length)];\n${equal('2', `Quoting.quote(name).chars().filter(c -> c == '\\'').count()`)}`,
  },
  'leftover-file': {
    product: `static final Path PATH = Paths.get(System.getProperty("java.io.tmpdir"), "SLUG-history.txt");

static List<String> recent() throws IOException {
    return Files.exists(PATH) ? Files.readAllLines(PATH) : new ArrayList<>();
}

static void remember(final String text) throws IOException {
    final List<String> entries = recent();
    entries.add(text);
    Files.write(PATH, entries);
}`,
    polluter: `History.remember("tea");\nassertEquals("tea", History.recent().get(History.recent().size() - 1));`,
    victim: equal('0', 'History.recent().size()'),
  },
  environment: {
    product: `static String warning(final String text) {
    return System.getenv("CI") != null ? text : "\\u001b[33m" + text + "\\u001b[0m";
}`,
    victim: equal('"\\u001b[33mlate\\u001b[0m"', 'Palette.warning("late")'),
  },
  'environment-leak': {
    product: `static int columns() {
    return Integer.getInteger("text.width", 80);
}`,
    polluter: `System.setProperty("text.width", "40");\n${equal('40', 'Width.columns()')}`,
    cleaner: `System.clearProperty("text.width");\nassertTrue(Width.columns() > 0);`,
    victim: equal('80', 'Width.columns()'),
  },
  locale: {
    product: `static String amount(final double value) {
    return String.format("%,.2f", value);
}`,
    victim: equal('"1,234.50"', 'Amounts.amount(1234.5)'),
  },
};

export function render({ stem, code, titles, files, project }) {
  const { tests, source, package: name } = project;
  const product = words(stem, 'Pascal');
  const written = {
    [`${source}/${product}.java`]: unit(name, `final class ${product} {\n\n${indented(code.product, '    ')}\n}`),
  };
  const ids = {};
  const shown = {};
  for (const { place, roles } of files) {
    const type = `${product}${words(place, 'Pascal')}Test`;
    const parts = roles.map((role) => {
      const method = words(titles[role], 'camel');
      ids[role] = `${name}.${type}::${method}`;
      shown[role] = `${type}::${method}`;
      return `@Test\nvoid ${method}() throws Exception {\n${indented(code[role], '    ')}\n}`;
    });
    const before = code.before && roles.includes('victim') ? [code.before] : [];
    const body = `class ${type} {\n\n${indented([...before, ...parts].join('\n\n'), '    ')}\n}`;
    written[`${tests}/${type}.java`] = unit(name, body);
  }
  return { files: written, ids, typed: shown };
}

function unit(name, code) {
  const fixed = ['assertEquals', 'assertTrue'].filter((used) => code.includes(`${used}(`));
  const used = Object.entries(PACKAGES).flatMap(([from, types]) =>
    types.filter((type) => new RegExp(`(?<![.\\w"])${type}\\b`).test(code)).map((type) => `import ${from}.${type};\n`),
  );
  const junit = code.includes('@Test') ? ['import org.junit.jupiter.api.Test;\n'] : [];
  const blocks = [
    fixed.map((used) => `import static org.junit.jupiter.api.Assertions.${used};\n`),
    used.sort(),
    junit,
  ].filter((block) => block.length > 0);
  return `package ${name};\n\n${blocks.map((block) => `${block.join('')}\n`).join('')}${code}\n`;
}

export function plain({ ids, roles }) {
  const names = roles.map((role) => ids[role].replace('::', '#'));
  return `mvn -B -q -o test -Dsurefire.runOrder=alphabetical -Dtest=${names.join(',')}`;
}
