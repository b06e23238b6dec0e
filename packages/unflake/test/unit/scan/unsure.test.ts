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
])('%s: a note', (_, kind, file, text) => {
  const found = severities(kind, file, text);
  expect(found.filter((severity) => severity !== 'note')).toEqual([]);
});

test.each([
  [
    'random inputs',
    'unseeded-random',
    'test_a.py',
    'import random\ndef test_a():\n    data = [random.random() for _ in range(9)]\n    assert f(data) == sum(data)\n',
  ],
  [
    'an instant as a local text',
    'time-zone',
    'a.test.js',
    'test("a", () => {\n  expect(new Date(1700000000000).getHours()).toBe(22);\n});\n',
  ],
  [
    'a sleep before an assertion',
    'sleep-as-synchronisation',
    'test_a.py',
    'import time\ndef test_a():\n    start()\n    time.sleep(1)\n    assert done()\n',
  ],
  ['a path below the home', 'home-or-cwd', 'a.bats', '@test "a" {\n  cat "$HOME/.rc"\n}\n'],
  [
    'a name from the clock',
    'name-from-clock',
    'a.test.js',
    'test("a", () => {\n  const file = join(tmpdir(), `a-${Date.now()}`);\n  expect(write(file)).toBe(1);\n});\n',
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

test.each(['benches/a.rs', 'test/types/a.test-d.ts', 'examples/shop/a.py', 'test/fixtures/skip.bats'])(
  '%s stands beside tests and is none',
  (path) => {
    expect(isAmongTests(path)).toBe(true);
  },
);

test.each(['tests/fixtures/shop.py', 'src/vendors.ts', 'test/benchmarked.js'])('%s is read as it is', (path) => {
  expect(isAmongTests(path) || path.split('/').some(isForeign)).toBe(false);
});
