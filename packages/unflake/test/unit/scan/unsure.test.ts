/** Where a rule cannot tell whether a test depends on a place, it notes it; where it can, it warns. */
import { beforeAll, expect, test } from 'vitest';
import { isAmongTests, isForeign } from '../../../src/scan/file-role.ts';
import { scanText } from '../../../src/scan/scan-text.ts';
import { loadParser, type Parse } from '../../../src/scan/syntax/parser.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser();
});

function severities(kind: string, file: string, text: string): readonly string[] {
  const found = scanText(file, text, parse)!.findings.filter(({ rule }) => rule.endsWith(`/${kind}`));
  return found.map(({ severity }) => severity);
}

test.each([
  [
    'a sleep with the same assertion on both sides',
    'sleep-as-synchronisation',
    'a_test.go',
    'package a\nimport "time"\nfunc TestA(t *testing.T) {\n\tstart()\n\tassert.Equal(t, 1, calls())\n\ttime.Sleep(time.Second)\n\tassert.Equal(t, 1, calls())\n}\n',
  ],
  [
    'a sleep before a step that waits by itself',
    'sleep-as-synchronisation',
    'test_a.py',
    'import time\ndef test_a():\n    start()\n    time.sleep(1)\n    thread.join()\n    assert done == 1\n',
  ],
  [
    'a sleep that lets a key expire',
    'sleep-as-synchronisation',
    'test_a.py',
    'import time\ndef test_a():\n    cache.set("a", 1, ttl=1)\n    time.sleep(1)\n    assert cache.size() == 3\n',
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
    'a test that is made to be looked at',
    'disabled-without-reason',
    'a_spec.rb',
    'describe "a" do\n  it "b" do\n    group = RSpec.describe do\n      it "c", skip: true do\n        f\n      end\n    end\n    expect(group.run).to be(true)\n  end\nend\n',
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
    'a helper sleeps',
    'sleep-as-synchronisation',
    'test_a.py',
    'import time\ndef work():\n    time.sleep(1)\n    return 1\ndef test_a():\n    assert work() == 1\n',
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
    'at least this long',
    'sleep-as-synchronisation',
    'tests/a.rs',
    '#[test]\nfn a() {\n    let start = Instant::now();\n    std::thread::sleep(std::time::Duration::from_millis(5));\n    assert!(start.elapsed() >= ms(5));\n}\n',
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
    'a function of the package',
    'disabled-without-reason',
    'a_test.go',
    'package a\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n\tcheck(t, Skip(), Error(nil))\n}\n',
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
    'only the end of the test',
    'sleep-as-synchronisation',
    'a.test.js',
    'test("a", (done) => {\n  f().then(() => { throw new Error(); });\n  setTimeout(function () { done(); }, 100);\n});\n',
  ],
  [
    'nothing has happened',
    'sleep-as-synchronisation',
    'a.test.js',
    'test("a", async () => {\n  start(spy);\n  await sleep(100);\n  expect(spy).not.toHaveBeenCalled();\n});\n',
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
    'a sleep whose comment says what it waits for',
    'sleep-as-synchronisation',
    'a_test.go',
    'package a\nimport "time"\nfunc TestA(t *testing.T) {\n\tgo serve()\n\t// Give the server time to start.\n\ttime.Sleep(time.Second)\n\ta := dial()\n\tb := a.open()\n\tc := b.read()\n\td := c.text()\n\tassert.Equal(t, "b", d)\n}\n',
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
    'a sleep in a test that something does not happen',
    'sleep-as-synchronisation',
    'test_a.py',
    'import time\ndef test_is_not_called_again():\n    start()\n    time.sleep(1)\n    assert calls == 1\n',
  ],
  [
    'a sleep before a step that is no reading',
    'sleep-as-synchronisation',
    'test_a.py',
    'import time\ndef test_a():\n    prepare()\n    time.sleep(1)\n    answer = login()\n    assert answer == 1\n',
  ],
  [
    'a sleep that only lets others run',
    'sleep-as-synchronisation',
    'test_a.py',
    'import gevent\ndef test_a():\n    start()\n    gevent.sleep(0.001)\n    assert calls == 1\n',
  ],
  [
    'a count that is compared with itself',
    'sleep-as-synchronisation',
    'a_test.go',
    'package a\nimport "time"\nfunc TestA(t *testing.T) {\n\tstop()\n\tcount := calls()\n\ttime.Sleep(time.Second)\n\tassert.Equal(t, count, calls())\n}\n',
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
    'a condition under which a test is skipped',
    'disabled-without-reason',
    'test_a.py',
    'import pytest\n@pytest.mark.skipif("not has_c")\ndef test_a():\n    assert f() == 1\n',
  ],
  [
    'a test of a disabled test',
    'disabled-without-reason',
    'a.test.js',
    'xit("is a disabled test", () => {\n  expect(f()).toBe(1);\n});\n',
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
    'a sample of code',
    'unseeded-random',
    'tests/data/a.py',
    'import random\nx = [random.random() for _ in range(3)]\n',
  ],
])('%s: a note', (_, kind, file, text) => {
  const found = severities(kind, file, text);
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
    'class ATest { @Test void a() throws Exception { start(); assertTrue(latch.await(200, TimeUnit.MILLISECONDS)); } }\n',
  ],
  [
    'a sleep before an assertion',
    'sleep-as-synchronisation',
    'test_a.py',
    'import time\ndef test_a():\n    start()\n    time.sleep(1)\n    assert done()\n',
  ],
])('%s: no note', (_, kind, file, text) => {
  expect(severities(kind, file, text)).toEqual([expect.stringMatching(/warning|error/)]);
});

test('what the product does is graver once a test reaches it', () => {
  const [finding] = scanText(
    'dice.py',
    'import random\nsides = [random.choice("ab") for _ in range(3)]\n',
    parse,
  )!.findings;
  expect(finding).toMatchObject({ severity: 'note', severityIfReached: 'warning' });
});

test.each(['.yarn', 'vendor', 'third_party', 'googletest-1.16.0', 'app.min.js'])('%s is the work of others', (name) => {
  expect(isForeign(name)).toBe(true);
});

test.each([
  'benches/a.rs',
  'test/types/a.test-d.ts',
  'examples/shop/a.py',
  'docs/test_a.py',
  'test/fixtures/skip.bats',
])('%s stands beside tests and is none', (path) => {
  expect(isAmongTests(path)).toBe(true);
});

test.each(['tests/fixtures/shop.py', 'src/vendors.ts', 'test/benchmarked.js'])('%s is read as it is', (path) => {
  expect(isAmongTests(path) || path.split('/').some(isForeign)).toBe(false);
});
