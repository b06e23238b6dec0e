/** `file:line` finds the test whose code is there, in every language whose runner we know. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testId } from '../../../../src/contract/test-id.ts';
import { runnerNamed } from '../../../../src/runners/index.ts';
import { findTests } from '../../../../src/tools/lib/find-test/find-tests.ts';

const FILES: Readonly<Record<string, readonly string[]>> = {
  'tests/test_cart.py': [
    'class TestCart:',
    '    @pytest.mark.parametrize("x", [1, 2])',
    '    def test_adds(self, x):',
    '        assert x',
    '',
    'def test_total():',
    '    def helper():',
    '        assert 1',
    '    helper()',
    '',
    'def not_a_test():',
    '    pass',
  ],
  'web/cart.test.ts': [
    "describe('cart', () => {",
    "  test.each([1, 2])('adds %d', () => {",
    '    expect(1).toBe(1);',
    '  });',
    '  it(`totals \u0024{price}`, () => {',
    '    expect(1).toBe(1);',
    '  });',
    "  it('is empty', () => {",
    '    expect(1).toBe(1);',
    '  });',
    '});',
  ],
  'src/lib.rs': ['mod cart;', '#[test]', 'fn runs() {', '    assert!(true);', '}'],
  'src/cart.rs': [
    '#[cfg(test)]',
    'mod tests {',
    '    #[test]',
    '    fn totals() {',
    '        assert!(true);',
    '    }',
    '}',
  ],
  'internal/cart/cart_test.go': [
    'package cart',
    'func TestTotal(t *testing.T) {',
    '\tt.Run("sub", func(t *testing.T) {',
    '\t\tt.Fatal()',
    '\t})',
    '}',
  ],
  'core/src/test/java/shop/CartTest.java': [
    'package shop;',
    'class CartTest {',
    '  @Nested class Inner {',
    '    @Test void deep() {',
    '      fail();',
    '    }',
    '  }',
    '  @Test void total() {',
    '    fail();',
    '  }',
    '}',
  ],
  'spec/cart_spec.rb': [
    'RSpec.describe Cart do',
    '  describe "#size" do',
    '    it "is 2" do',
    '      expect(1).to eq 2',
    '    end',
    '  end',
    '  it "totals" do',
    '    expect(1).to eq 2',
    '  end',
    'end',
  ],
  'test/cart.bats': ['setup() { :; }', '@test "name of test" {', '  run false', '}', '@test "other" {', '  true', '}'],
};

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'unflake-line-'));
  for (const [file, lines] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `${lines.join('\n')}\n`);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

const IDS: Readonly<Record<string, readonly string[]>> = {
  pytest: [
    'tests/test_cart.py::TestCart::test_adds[1]',
    'tests/test_cart.py::TestCart::test_adds[2]',
    'tests/test_cart.py::test_total',
  ],
  vitest: [
    'web/cart.test.ts > cart > adds 1',
    'web/cart.test.ts > cart > adds 2',
    'web/cart.test.ts > cart > totals 7 €',
    'web/cart.test.ts > cart > is empty',
    'web/other.test.ts > cart > is empty',
  ],
  'cargo-test': ['src/lib.rs::runs', 'src/lib.rs::cart::tests::totals', 'src/lib.rs::stock::tests::totals'],
  'go-test': ['internal/cart::TestTotal', 'internal/cart::TestOther', 'stock::TestTotal'],
  maven: ['core/shop.CartTest::Inner::deep', 'core/shop.CartTest::total', 'web/shop.CartTest::total'],
  rspec: ['spec/cart_spec.rb > Cart > #size > is 2', 'spec/cart_spec.rb > Cart > totals'],
  bats: ['test/cart.bats > name of test', 'test/cart.bats > other'],
};

const find = (runner: string, text: string, cwd = root) =>
  findTests(text, IDS[runner]!.map(testId), { names: runnerNamed(runner)!.names, cwd, root, folder: root });

describe.each<readonly [runner: string, text: string, found: readonly number[]]>([
  ['pytest', 'tests/test_cart.py:7', [2]],
  ['pytest', './tests/test_cart.py:8:5', [2]],
  ['pytest', 'tests/test_cart.py:9: AssertionError', [2]],
  ['pytest', '  File "/ci/checkout/tests/test_cart.py", line 9, in test_total', [2]],
  ['pytest', 'tests/test_cart.py:4', [0, 1]],
  ['vitest', 'web/cart.test.ts:9', [3]],
  ['vitest', 'web/cart.test.ts:6', [2]],
  ['vitest', ' ❯ web/cart.test.ts:3:15', [0, 1]],
  ['cargo-test', 'src/lib.rs:4', [0]],
  ['cargo-test', 'src/cart.rs:5:9', [1]],
  ['go-test', 'internal/cart/cart_test.go:4', [0]],
  ['go-test', '    cart_test.go:4: expected 1', [0]],
  ['maven', 'core/src/test/java/shop/CartTest.java:9', [1]],
  ['maven', 'CartTest.java:5', [0]],
  ['rspec', 'rspec ./spec/cart_spec.rb:3', [0]],
  ['rspec', "rspec ./spec/cart_spec.rb:7 # Cart total's new name", [1]],
  ['rspec', '     # ./spec/cart_spec.rb:8:in `block (2 levels) in <top (required)>', [1]],
  ['bats', 'test/cart.bats:3', [0]],
  ['bats', '#  (in test file test/cart.bats, line 6)', [1]],
])('%s: %j', (runner, text, found) => {
  test('is found by its line', async () => {
    const { tests, by } = await find(runner, text);
    expect({ tests, by }).toEqual({ tests: found.map((at) => IDS[runner]![at]), by: 'name' });
  });
});

test('a path is looked up from the current folder, and by its whole', async () => {
  expect((await find('pytest', 'test_cart.py:7', join(root, 'tests'))).tests).toEqual([IDS.pytest![2]]);
  expect((await find('pytest', `${root}/tests/test_cart.py:7`, '/')).tests).toEqual([IDS.pytest![2]]);
});

test('a line in no test reports the tests of its file', async () => {
  const { tests, by } = await find('pytest', 'tests/test_cart.py:12');
  expect({ tests, by }).toEqual({ tests: IDS.pytest, by: 'beside' });
});

test('a file outside the project is not read', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'unflake-outside-'));
  try {
    writeFileSync(join(outside, 'test_total.py'), 'def test_total():\n    pass\n');
    expect((await find('pytest', `${outside}/test_total.py:2`)).tests).toEqual([]);
  } finally {
    rmSync(outside, { recursive: true });
  }
});
