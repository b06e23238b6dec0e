/** Where a rule cannot tell whether a test depends on a place, it notes it; where it can, it warns. */
import { beforeAll, expect, test } from 'vitest';
import { scanText } from '../../../src/scan/scan-text.ts';
import { loadParser, type Parse } from '../../../src/scan/syntax/parser.ts';
import { severitiesOf } from './severities.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser();
});

test.each([
  [
    'a sleep before an assertion',
    'sleep-as-synchronisation',
    'test_a.py',
    'import time\ndef test_a():\n    start()\n    time.sleep(1)\n    assert done()\n',
  ],
  [
    'a port that a builder is told',
    'fixed-port',
    'ATest.java',
    'class ATest { @Test void a() { ProviderBuilder builder = ProviderBuilder.newBuilder(); builder.port(8080); } }\n',
  ],
  [
    'a path with a part that is drawn',
    'fixed-temp-path',
    'test_a.py',
    "import os\ndef test_a():\n    path = f'/tmp/ee_{rand_str}_source'\n    os.mkdir(path)\n",
  ],
  [
    'a draw of Go in a test',
    'unseeded-random',
    'a_test.go',
    'package a\nimport ("math/rand"; "time")\nfunc TestA(t *testing.T) {\n\trnd := rand.New(rand.NewSource(time.Now().UnixNano()))\n\tkeys(rnd)\n}\n',
  ],
  [
    'a static mock that must fail',
    'mock-left-behind',
    'ATest.java',
    'class ATest { @Test void a() { assertThatThrownBy(() -> { var m = Mockito.mockStatic(A.class); f(); }).isInstanceOf(X.class); } }\n',
  ],
  [
    'shared state that no other test reads',
    'shared-mutable-state',
    'a.test.js',
    'const seen = [];\ntest("a", () => {\n  seen.push(1);\n  expect(seen.length).toBe(1);\n});\ntest("b", () => {\n  expect(f()).toBe(1);\n});\n',
  ],
  [
    'code of the product',
    'unseeded-random',
    'dice.py',
    'import random\nsides = [random.choice("ab") for _ in range(3)]\n',
  ],
  [
    'a key that nobody may guess',
    'unseeded-random',
    'test_a.py',
    'import secrets\ndef test_a():\n    k = [secrets.token_hex(8) for _ in range(3)]\n    assert k\n',
  ],
  ['C starts with the same seed', 'unseeded-random', 'test/a_test.c', 'void a() { for (;;) { x[0] = rand(); } }\n'],
  [
    'both sides are local',
    'time-zone',
    'a.test.js',
    'test("a", () => {\n  expect(format(new Date(2014, 6, 2))).toBe("2 July 2014");\n});\n',
  ],
  [
    'letter case',
    'locale',
    'ATest.java',
    'class ATest { @Test void a() { assertEquals("a1", f("A1").toLowerCase()); } }\n',
  ],
  ['a helper was loaded', 'home-or-cwd', 'a.bats', 'load test_helper\n@test "a" {\n  cat "$HOME/.rc"\n}\n'],
  [
    'the build runs in the module',
    'home-or-cwd',
    'ATest.java',
    'class ATest { @Test void a() throws Exception { new FileReader("src/test/resources/a.txt").close(); } }\n',
  ],
  [
    'the runner may restore',
    'mock-left-behind',
    'a.test.js',
    'test("a", () => {\n  vi.spyOn(console, "warn");\n  f();\n});\n',
  ],
  [
    'a value, not a name',
    'name-from-clock',
    'a.test.js',
    'test("a", () => {\n  const id = Date.now();\n  expect(send({ id })).toBe(id);\n});\n',
  ],
  [
    'a client closes when nobody holds it',
    'handle-left-behind',
    'test_a.py',
    'import requests\ndef test_a():\n    s = requests.Session()\n    assert s.headers\n',
  ],
  [
    'a file that is a process of its own',
    'signal-handler-left-behind',
    'test/a.test.js',
    'process.on("beforeExit", () => check());\ntest("a", () => { expect(1).toBe(1); });\n',
  ],
  [
    'a replacement that restores itself',
    'mock-left-behind',
    'a.test.js',
    'test("a", (t) => {\n  const error = console.error;\n  console.error = (x) => {\n    t.equal(x, 1);\n    console.error = error;\n  };\n  f();\n});\n',
  ],
  [
    'a text that names its zone',
    'time-zone',
    'a.test.js',
    'test("a", () => {\n  expect(f(new Date("August 19, 1975 23:15:30 GMT+07:00")).toISOString()).toBe("1975-08-19T16:15:30Z");\n});\n',
  ],
  [
    'rows of a table of its own',
    'hard-coded-id',
    'a.test.js',
    'beforeAll(() => db.schema.createTable("t", f));\ntest("a", async () => {\n  await db("t").insert({ id: 1 });\n  expect(await db("t").first()).toBeDefined();\n});\n',
  ],
  [
    'started as a program',
    'fixed-port',
    'test_a.py',
    'def test_a():\n    assert f()\nif __name__ == "__main__":\n    app.listen(8888)\n',
  ],
  [
    'the message of a failure',
    'hash-order',
    'test_a.py',
    'import pytest\ndef test_a():\n    left = {str(x) for x in f()} - {"a", "b"}\n    if left:\n        pytest.fail(f"left: {left}")\n',
  ],
  [
    'restored in the end',
    'shared-mutable-state',
    'a.test.js',
    'let db;\nbeforeAll(() => { db = open(); });\ntest("a", () => {\n  const before = db.config.after;\n  db.config.after = () => 1;\n  try { expect(db.run()).toBe(1); } finally { db.config.after = before; }\n});\ntest("b", () => { expect(db.run()).toBe(2); });\n',
  ],
  [
    'numbered while tests are registered',
    'shared-mutable-state',
    'a.test.js',
    'let run = 0;\nfunction one(n) {\n  test(`run ${++run}`, () => { expect(n).toBe(1); });\n}\none(1);\none(1);\n',
  ],
  [
    'the test ends when the work does',
    'missing-await',
    'a.test.js',
    'async function job() {}\ntest("a", (t) => {\n  job().then(() => {\n    t.equal(1, 1);\n    t.end();\n  });\n});\n',
  ],
  [
    'both sides are local, with a difference of zero',
    'time-zone',
    'a.test.js',
    'test("a", () => {\n  const result = days(new Date(2014, 8, 5), new Date(2014, 8, 6));\n  expect(result).toBe(0);\n});\n',
  ],
  [
    'a static of its own',
    'shared-mutable-state',
    'tests/a.rs',
    '#[test]\nfn a() {\n    static DROPS: AtomicUsize = AtomicUsize::new(0);\n    DROPS.fetch_add(1, Ordering::Relaxed);\n    assert_eq!(DROPS.load(Ordering::Relaxed), 1);\n}\n',
  ],
  [
    'the one that there is',
    'directory-order',
    'test_a.py',
    'from pathlib import Path\ndef test_a(tmp_path):\n    wheel = next(Path(tmp_path).glob("*.whl"))\n    assert wheel.name == "a.whl"\n',
  ],
  [
    'a method with the name of a change',
    'shared-mutable-state',
    'a.test.js',
    'const actions = { add: (n) => ({ n }) };\ntest("a", () => {\n  actions.add(1);\n});\ntest("b", () => {\n  expect(actions.add(2).n).toBe(2);\n});\n',
  ],
  [
    'a context that restores',
    'mock-left-behind',
    'test_a.py',
    'import sys\ndef test_a(runner):\n    with runner.isolation():\n        sys.stdout = None\n        f()\n',
  ],
  [
    'a path that is asked for first',
    'absolute-path',
    'test_a.py',
    'import os\ndef test_a():\n    if not os.path.exists("/home/me/data"):\n        return\n    assert open("/home/me/data/a").read()\n',
  ],
  [
    'where the test is',
    'home-or-cwd',
    'test_a.py',
    'import os\ndef test_a():\n    before = os.getcwd()\n    f()\n    assert g() == before\n',
  ],
  [
    'shared state that another test reads',
    'shared-mutable-state',
    'a.test.js',
    'const seen = [];\ntest("a", () => {\n  seen.push(1);\n  expect(seen.length).toBe(1);\n});\ntest("b", () => {\n  expect(f(seen)).toBe(1);\n});\n',
  ],
  [
    'an instant as a local text',
    'time-zone',
    'a.test.js',
    'test("a", () => {\n  expect(new Date(1700000000000).getHours()).toBe(22);\n});\n',
  ],
  [
    'a name from the clock',
    'name-from-clock',
    'a.test.js',
    'test("a", () => {\n  const file = join(tmpdir(), `a-${Date.now()}`);\n  expect(write(file)).toBe(1);\n});\n',
  ],
  [
    'a tear-down may put it back',
    'env-left-behind',
    'a.test.js',
    'afterEach(undo);\ntest("a", () => {\n  process.env.MODE = "x";\n  expect(f()).toBe(1);\n});\n',
  ],
  [
    'a loop that looks again and again',
    'fixed-timeout-poll',
    'test_a.py',
    'import time\ndef test_a():\n    start()\n    for _ in range(5):\n        if done():\n            break\n        time.sleep(0.1)\n    assert done()\n',
  ],
  [
    'a path that a test only stores',
    'fixed-temp-path',
    'a_test.rb',
    "class ATest < Minitest::Test\n  def test_a\n    path = '/tmp/a'\n    Reader.path = path\n    assert_equal '/tmp/a', Reader.path\n  end\n  def put(path)\n    File.write(path, 1)\n  end\nend\n",
  ],
  [
    'a file that no runner takes',
    'fixed-temp-path',
    'tests/_test_a.py',
    "def test_a():\n    with open('/tmp/a.txt', 'w') as out:\n        out.write('x')\n",
  ],
  [
    'a limit that must pass',
    'fixed-timeout-poll',
    'ATest.java',
    'class ATest { @Test void a() throws Exception { start(); assertNull(queue.poll(100, TimeUnit.MILLISECONDS)); } }\n',
  ],
  [
    'letters of a name',
    'unseeded-random',
    'test_a.py',
    "import random\ndef test_a():\n    part = ''.join(random.choice('abcdefgh') for _ in range(8))\n    assert f(part) == 1\n",
  ],
  [
    'one of several of a kind',
    'unseeded-random',
    'a_test.go',
    'package a\nimport "math/rand"\nfunc TestA(t *testing.T) {\n\tserver := servers[rand.Intn(len(servers))]\n\tcheck(t, server)\n}\n',
  ],
  [
    'a variable that the test takes away first',
    'env-left-behind',
    'a.test.js',
    'test("a", () => {\n  delete process.env.MODE;\n  run(() => {\n    process.env.MODE = "x";\n  });\n  expect(f()).toBe(1);\n});\n',
  ],
  [
    'a variable that is set again by the name that it was given',
    'env-left-behind',
    'a_test.go',
    'package a\nimport "os"\nfunc TestA(t *testing.T) {\n\tos.Setenv(key, "x")\n\tcheck(t)\n\tif exists {\n\t\tos.Setenv(key, before)\n\t}\n}\n',
  ],
  [
    'a limit behind a step that has waited',
    'fixed-timeout-poll',
    'ATest.java',
    'class ATest { @Test void a() {\n  bus.publish(event).join();\n  await().atMost(Duration.ofMillis(500)).untilAsserted(() -> assertThat(seen()).isTrue());\n} }\n',
  ],
  [
    'a limit inside another branch',
    'fixed-timeout-poll',
    'a_test.go',
    'package a\nimport "time"\nfunc TestA(t *testing.T) {\n\tselect {\n\tcase <-done:\n\t\tcheck(t, time.After(50*time.Millisecond))\n\t\tt.Fatal("late")\n\t}\n}\n',
  ],
  [
    'a path that ends with the time of day',
    'fixed-temp-path',
    'ATest.java',
    'class ATest { @Test void a() throws Exception {\n  String path = "/tmp/" + PREFIX + System.currentTimeMillis();\n  Files.createFile(Paths.get(path));\n  assertTrue(f());\n} }\n',
  ],
  [
    'a latch that may be down before',
    'fixed-timeout-poll',
    'ATest.java',
    'class ATest { @Test void a() throws Exception { container.stop(latch::countDown); assertTrue(latch.await(100, TimeUnit.MILLISECONDS)); } }\n',
  ],
  [
    'bytes in any order',
    'unseeded-random',
    'ATest.kt',
    'class ATest {\n  @Test\n  fun a() {\n    val sent = (0 until 4096).shuffled().map { it.toByte() }.toByteArray()\n    assertEquals(sent, f(sent))\n  }\n}\n',
  ],
  [
    'a directory that mktemp has made',
    'fixed-temp-path',
    'a.bats',
    '@test "a" {\n  TMPDIR=$(mktemp -d)\n  cat "$TMPDIR/key"\n  [ -n "$output" ]\n}\n',
  ],
  [
    'a socket that is none',
    'fixed-port',
    'test_a.py',
    'def test_a():\n    sock = DummySock()\n    sock.bind(("127.0.0.1", 8080))\n    assert sock.bound\n',
  ],
  [
    'a limit that only asks',
    'fixed-timeout-poll',
    'a_test.go',
    'package a\nimport "time"\nfunc TestA(t *testing.T) {\n\tselect {\n\tcase <-closed:\n\tcase <-time.After(time.Millisecond):\n\t\tt.Fatal("open")\n\t}\n}\n',
  ],
  [
    'a variable that must not be set',
    'env-left-behind',
    'a.test.js',
    'test("a", () => {\n  delete process.env.MODE;\n  expect(f()).toBe(1);\n});\n',
  ],
  [
    'a sample of code',
    'unseeded-random',
    'tests/data/a.py',
    'import random\nx = [random.random() for _ in range(3)]\n',
  ],
  [
    'bytes up to a random length',
    'unseeded-random',
    'a_test.go',
    'package a\nimport "math/rand"\nfunc TestA(t *testing.T) {\n\tv := make([]byte, 9)\n\trand.Read(v[:rand.Intn(9)])\n\trequire.NoError(t, put(v))\n}\n',
  ],
  [
    'a list of random values',
    'unseeded-random',
    'test_a.py',
    'import random\ndef test_a():\n    def bits():\n        return [random.randrange(0, 2) for _ in range(50)]\n    assert cached(bits) == cached(bits)\n',
  ],
  [
    'a limit of microseconds',
    'fixed-timeout-poll',
    'ATest.java',
    'class ATest { @Test void a() throws Exception { start(); assertEquals(1, done.get(1000, TimeUnit.MICROSECONDS)); } }\n',
  ],
  [
    'a limit that gives a failure the time to come',
    'fixed-timeout-poll',
    'ATest.java',
    'class ATest { @Test void a() throws Exception { start(); pool.awaitTermination(100, TimeUnit.MILLISECONDS);\n    assertNull(error); } }\n',
  ],
  [
    'a variable that is taken away first',
    'env-left-behind',
    'a_test.go',
    'package a\nimport "os"\nfunc TestA(t *testing.T) {\n\tos.Unsetenv("MODE")\n\trequire.Equal(t, 1, f())\n}\n',
  ],
  [
    'a variable that the same function takes away again',
    'env-left-behind',
    'a_test.go',
    'package a\nimport "os"\nfunc TestA(t *testing.T) {\n\tos.Setenv("MODE", "x")\n\trequire.Equal(t, 1, f())\n\tos.Unsetenv("MODE")\n}\n',
  ],
])('%s: a note', (_, kind, file, text) => {
  const found = severitiesOf(kind, file, text, parse);
  expect(found.filter((severity) => severity !== 'note')).toEqual([]);
});

test.each([
  [
    'an input in random order',
    'unseeded-random',
    'test_a.py',
    'import random\ndef test_a():\n    data = [3, 1, 2]\n    random.shuffle(data)\n    assert f(data) == 6\n',
  ],
  [
    'a variable of the environment that nobody puts back',
    'env-left-behind',
    'a.test.js',
    'test("a", () => {\n  process.env.MODE = "x";\n  expect(f()).toBe(1);\n});\n',
  ],
  [
    'an assertion that nobody awaits',
    'missing-await',
    'a.test.js',
    'test("a", async () => {\n  expect(f()).rejects.toThrow();\n});\n',
  ],
  [
    'a short limit',
    'fixed-timeout-poll',
    'ATest.java',
    'class ATest { @Test void a() { start(); await().atMost(Duration.ofMillis(200)).until(() -> done()); } }\n',
  ],
])('%s: no note', (_, kind, file, text) => {
  expect(severitiesOf(kind, file, text, parse)).toEqual([expect.stringMatching(/warning|error/)]);
});

test('what the product does is graver once a test reaches it', () => {
  const [finding] = scanText(
    'dice.py',
    'import random\nsides = [random.choice("ab") for _ in range(3)]\n',
    parse,
  )!.findings;
  expect(finding).toMatchObject({ severity: 'note', severityIfReached: 'warning' });
});

test('a path that is made and then compared is grave where it is made', () => {
  const text = '@test "a" {\n  mkdir -p "/tmp/share/a"\n  run a where\n  assert_output "/tmp/share/a"\n}\n';
  expect(severitiesOf('fixed-temp-path', 'a.bats', text, parse)).toEqual(['error', 'note']);
});
