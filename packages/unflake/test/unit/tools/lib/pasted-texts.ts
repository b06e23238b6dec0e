/** For each runner: ids as its adapter makes them, and texts as it prints them. */

export interface PastedTexts {
  readonly ids: readonly string[];
  /** Each finds one test. */
  readonly texts: Readonly<Record<string, string>>;
  readonly several: Readonly<Record<string, readonly string[]>>;
  readonly none: readonly string[];
}

const pytest = [
  'tests/test_cart.py::test_total',
  'tests/test_cart.py::test_totals',
  'tests/test_cart.py::TestTax::test_adds[1-a]',
  'tests/test_cart.py::TestTax::test_adds[x - y]',
  'tests/test_cart.py::TestTax::test_adds[a::b c]',
  'tests/test_promo.py::TestPromo::test_banner',
  'tests/test_stock.py::test_total',
] as const;

const vitest = [
  'test/cart.test.ts > cart > totals',
  'test/cart.test.ts > cart > waits 12ms',
  'test/cart.test.ts > totals',
  'test/promo.test.ts > banner > shows 1 \\> 0',
  'test/promo.test.ts > banner > hides',
] as const;

const jest = [
  'src/cart.test.ts > cart > totals the basket',
  'src/cart.test.ts > cart > inner > keeps 1.5 %',
  'src/cart.test.ts > cart > inner > keeps 15 %',
  'src/promo.test.tsx > shows the banner',
] as const;

const playwright = [
  'tests/cart.spec.ts > [chromium] > Cart > totals',
  'tests/cart.spec.ts > [chromium] > Cart > totals @slow',
  'tests/cart.spec.ts > [firefox] > Cart > totals',
  'tests/promo.spec.ts > [firefox] > shows › it',
] as const;

const onlyProject = ['tests/cart.spec.ts > Cart > totals', 'tests/cart.spec.ts > totals'] as const;

const mocha = [
  'test/cart.js > cart > tax > adds it',
  'test/cart.js > cart > totals',
  'test/promo.js > promo > totals',
] as const;

const ava = ['test/cart.js > totals the cart', 'test/cart.js > adds tax', 'test/shop/promo.js > adds tax'] as const;
const tap = ['test/cart.js', 'test/shop/promo.ts'] as const;

const nodeTest = [
  'cart.test.js > totals the basket',
  'cart.test.js > tax > is #1',
  'cart.test.js > twice',
  'cart.test.js > twice\\#2',
] as const;

const java = [
  'shop.CartTest::total',
  'shop.CartTest::Inner::deep',
  'core/shop.StockTest::adds(int, String)',
  'core/shop.StockTest::reads[0: a]',
  'core/shop.StockTest::reads[1: b]',
  'web/other.CartTest::total',
  'shop.KotlinTest::adds two',
] as const;

const javaTexts = {
  'shop.CartTest.total': java[0],
  'shop.CartTest#total': java[0],
  '[ERROR] shop.CartTest.total:42 expected: <1> but was: <2>': java[0],
  '[ERROR]   CartTest$Inner.deep:12->check:7 » NullPointer': java[1],
  '[ERROR]   shop.CartTest.total -- Time elapsed: 0.01 s <<< FAILURE!': java[0],
  '[ERROR] total(shop.CartTest)  Time elapsed: 0.01 s  <<< FAILURE!': java[0],
  '[ERROR] StockTest.adds:8 expected:<1> but was:<2>': java[2],
  '[ERROR] StockTest.adds(int, String)[2]:8 expected:<1> but was:<2>': java[2],
  'mvn -Dtest=StockTest#adds test': java[2],
  "mvn test '-Dtest=shop.CartTest$Inner#deep' -pl web": java[1],
  'StockTest > adds(int, String) > [1] 1, a FAILED': java[2],
  'CartTest > Inner > deep() FAILED': java[1],
  'shop.CartTest > total() FAILED': java[0],
  'KotlinTest > adds two() FAILED': java[6],
  'gradle test --tests CartTest.Inner.deep': java[1],
  "./gradlew :web:test --tests 'other.CartTest.total' --info": java[5],
  './gradlew test --tests "*KotlinTest.adds two"': java[6],
  '    at shop.CartTest.total(CartTest.java:42)': java[0],
  '<testcase name="total" classname="shop.CartTest" time="0.01">': java[0],
  '<testcase name="reads[0: a]" classname="shop.StockTest"/>': java[3],
  KotlinTest: java[6],
  deep: java[1],
};
const javaSeveral = {
  'CartTest > total() FAILED': [java[0], java[5]],
  '[ERROR] Tests run: 3, Failures: 1, Time elapsed: 0.03 s <<< FAILURE! -- in shop.StockTest': java.slice(2, 5),
  'mvn -Dtest=StockTest#reads test': [java[3], java[4]],
  StockTest: java.slice(2, 5),
};
const javaNone = ['[ERROR] shop.GoneTest.total:42 expected', 'mvn -Dtest=CartTest#total+other test', 'GoneTest'];

export const PASTED: Readonly<Record<string, PastedTexts>> = {
  pytest: {
    ids: pytest,
    texts: {
      'FAILED tests/test_cart.py::test_total - AssertionError: assert 3 == 2': pytest[0],
      'FAILED tests/test_cart.py::TestTax::test_adds[1-a] - AssertionError: a - b': pytest[2],
      'FAILED tests/test_cart.py::TestTax::test_adds[x - y] - AssertionError: a - b': pytest[3],
      'FAILED tests/test_cart.py::TestTax::test_adds[a::b c]': pytest[4],
      'ERROR tests/test_promo.py::TestPromo::test_banner - fixture "x" not found': pytest[5],
      'ERROR tests/test_promo.py - ImportError': pytest[5],
      '[gw1] [ 50%] FAILED tests/test_cart.py::test_total ': pytest[0],
      'tests/test_cart.py::test_total FAILED                    [ 50%]': pytest[0],
      'tests/test_cart.py::test_total PASSED                    [ 50%]': pytest[0],
      '\u001b[31mFAILED\u001b[0m tests/test_cart.py::\u001b[1mtest_totals\u001b[0m - assert': pytest[1],
      '2024-05-01T10:00:00.123Z FAILED tests/test_cart.py::test_totals - assert': pytest[1],
      '____________ TestTax.test_adds[1-a] ____________': pytest[2],
      '_______ ERROR at setup of TestPromo.test_banner _______': pytest[5],
      "python -m pytest -p no:cacheprovider 'tests/test_cart.py::TestTax::test_adds[x - y]'": pytest[3],
      'pytest -x services/api/tests/test_cart.py::test_total': pytest[0],
      '=== short test summary ===\nFAILED tests/test_cart.py::test_total - assert\n=== 1 failed, 6 passed ===':
        pytest[0],
      '<testcase classname="tests.test_cart.TestTax" name="test_adds[1-a]" time="0.001">': pytest[2],
      '<testcase time="0" name="test_total" file="tests/test_stock.py" classname="tests.test_stock">': pytest[6],
      'services/api/tests/test_cart.py::test_total': pytest[0],
      './tests/test_cart.py::test_total': pytest[0],
      'test_cart.py::test_total': pytest[0],
      'tests.test_cart.test_total': pytest[0],
      'TestPromo::test_banner': pytest[5],
      TestPromo: pytest[5],
      'tests/test_stock.py': pytest[6],
      test_banner: pytest[5],
      test_totals: pytest[1],
      banner: pytest[5],
    },
    several: {
      test_total: [pytest[0], pytest[6]],
      'tests/test_cart.py::TestTax::test_adds': pytest.slice(2, 5),
      TestTax: pytest.slice(2, 5),
      'FAILED tests/test_cart.py::test_total - x\nFAILED tests/test_stock.py::test_total - x': [pytest[0], pytest[6]],
    },
    none: ['FAILED tests/test_cart.py::test_gone - x', 'tests/test_cart.py::TestTax::test_adds[2]', 'TestGone', '   '],
  },
  unittest: {
    ids: [
      'tests/test_cart.py::CartTest::test_total',
      'tests/test_cart.py::CartTest::test_tax',
      'tests/test_promo.py::PromoTest::test_total',
    ],
    texts: {
      'FAIL: test_total (tests.test_cart.CartTest.test_total)': 'tests/test_cart.py::CartTest::test_total',
      'FAIL: test_total (tests.test_promo.PromoTest)': 'tests/test_promo.py::PromoTest::test_total',
      'ERROR: test_total (test_promo.PromoTest.test_total) (i=1)': 'tests/test_promo.py::PromoTest::test_total',
      'test_tax (tests.test_cart.CartTest.test_tax) ... FAIL': 'tests/test_cart.py::CartTest::test_tax',
      'ERROR: setUpClass (tests.test_promo.PromoTest)': 'tests/test_promo.py::PromoTest::test_total',
      'python -m unittest -v tests.test_cart.CartTest.test_tax': 'tests/test_cart.py::CartTest::test_tax',
      'python manage.py test -v 2 tests.test_cart.CartTest.test_tax': 'tests/test_cart.py::CartTest::test_tax',
      'tests.test_cart.CartTest.test_tax': 'tests/test_cart.py::CartTest::test_tax',
      'api.tests.test_cart.CartTest.test_tax': 'tests/test_cart.py::CartTest::test_tax',
    },
    several: {
      CartTest: ['tests/test_cart.py::CartTest::test_total', 'tests/test_cart.py::CartTest::test_tax'],
      'FAIL: test_total (tests.test_cart.CartTest)\nFAIL: test_tax (tests.test_cart.CartTest)': [
        'tests/test_cart.py::CartTest::test_total',
        'tests/test_cart.py::CartTest::test_tax',
      ],
    },
    none: ['FAIL: test_total (tests.test_cart.GoneTest)'],
  },
  jest: {
    ids: jest,
    texts: {
      '  ● cart › totals the basket': jest[0],
      '  ● cart › inner › keeps 1.5 %\n\n    expect(received).toBe(expected)\n': jest[1],
      '  ● cart › inner › keeps 15 %': jest[2],
      '  ● shows the banner': jest[3],
      'FAIL src/promo.test.tsx (5.1 s)': jest[3],
      'FAIL web src/promo.test.tsx': jest[3],
      'FAIL src/cart.test.ts\n  cart\n    ✓ totals something else (2 ms)\n    ✕ totals the basket (12 ms)\n': jest[0],
      'FAIL src/cart.test.ts\n  ● cart › totals the basket\n': jest[0],
      '@acme/web: FAIL src/cart.test.ts\n@acme/web:   cart\n@acme/web:     ✕ totals the basket (12 ms)': jest[0],
      '2026-11-19T01:00:00.1Z @acme/web:   ● cart › inner › keeps 15 %': jest[2],
      '    ✕ totals the basket': jest[0],
      'cart totals the basket': jest[0],
      '<testcase classname="cart totals the basket" name="cart totals the basket" time="0.1">': jest[0],
      '<testcase classname="cart" name="totals the basket" file="/ci/src/cart.test.ts">': jest[0],
    },
    several: { 'FAIL src/cart.test.ts': jest.slice(0, 3), inner: [jest[1], jest[2]] },
    none: ['  ● cart › gone', 'FAIL src/gone.test.ts'],
  },
  playwright: {
    ids: playwright,
    texts: {
      '  1) [chromium] › tests/cart.spec.ts:12:5 › Cart › totals ──────────────': playwright[0],
      '  2) [firefox] › tests/cart.spec.ts:12:5 › Cart › totals › opens the basket ───': playwright[2],
      '    [firefox] › cart.spec.ts:12:5 › Cart › totals @fast @new ───': playwright[2],
      '  ✘  3 [chromium] › cart.spec.ts:20:5 › Cart › totals @slow @new (retry #1) (1.2s)': playwright[1],
      '  ✘  4 [firefox] › promo.spec.ts:3:5 › shows › it (12ms)': playwright[3],
    },
    several: { 'tests/cart.spec.ts:12:5 › Cart › totals': [playwright[0], playwright[2]] },
    none: ['  1) [webkit] › tests/gone.spec.ts:12:5 › Cart › gone ───'],
  },
  'playwright with one project': {
    ids: onlyProject,
    texts: {
      '  1) [chromium] › tests/cart.spec.ts:12:5 › Cart › totals ───': onlyProject[0],
      '  1) tests/cart.spec.ts:12:5 › totals ───': onlyProject[1],
    },
    several: {},
    none: [],
  },
  vitest: {
    ids: vitest,
    texts: {
      ' FAIL  test/cart.test.ts > cart > totals': vitest[0],
      ' FAIL  |unit| test/cart.test.ts > cart > totals': vitest[0],
      ' FAIL  test/cart.test.ts > totals': vitest[2],
      ' × test/cart.test.ts > cart > totals 12ms': vitest[0],
      ' × test/cart.test.ts > cart > waits 12ms': vitest[1],
      '   × test/cart.test.ts > cart > waits 12ms 5ms': vitest[1],
      ' FAIL  test/promo.test.ts > banner > shows 1 > 0\nAssertionError: expected 1 to be 2': vitest[3],
      '     × hides 3ms': vitest[4],
      '@acme/web:test:  FAIL  test/cart.test.ts > totals\n@acme/web:test: AssertionError: expected 1 to be 2':
        vitest[2],
      'packages/web test:      × hides 3ms': vitest[4],
      '<testcase classname="test/promo.test.ts" name="banner &gt; hides" time="0.001">': vitest[4],
      'services/api/test/cart.test.ts > cart > totals': vitest[0],
      './test/cart.test.ts > totals': vitest[2],
    },
    several: { 'test/promo.test.ts': [vitest[3], vitest[4]], totals: [vitest[0], vitest[2]] },
    none: [' FAIL  test/cart.test.ts > cart > gone', ' FAIL  test/gone.test.ts [ test/gone.test.ts ]'],
  },
  mocha: {
    ids: mocha,
    texts: {
      '  1) cart\n       tax\n         adds it:\n\n      AssertionError [ERR_ASSERTION]: 1 == 2\n': mocha[0],
      '  2) cart\n       totals:\n     Error: x': mocha[1],
      '      1) adds it': mocha[0],
      '[@acme/web]:   1) cart\n[@acme/web]:        tax\n[@acme/web]:          adds it:\n[@acme/web]:      Error':
        mocha[0],
      '  1) cart\n       "before each" hook for "adds it":\n     Error: x': mocha[0],
      '<testcase name="cart tax adds it" time="0.0010" classname="adds it">': mocha[0],
    },
    several: { '    2) totals': [mocha[1], mocha[2]] },
    none: ['  1) cart\n       gone:\n'],
  },
  ava: {
    ids: ava,
    texts: {
      '  ✘ [fail]: cart › totals the cart Error thrown in test': ava[0],
      '  ✖ totals the cart ': ava[0],
      '  cart › adds tax\n\n  test/cart.js:12\n\n   11: test': ava[1],
      '  adds tax\n\n  test/shop/promo.js:3\n': ava[2],
      'not ok 3 - cart › totals the cart': ava[0],
      '  ✘ [fail]: shop › promo › adds tax Rejected promise returned by test': ava[2],
    },
    several: { '  ✘ [fail]: adds tax Rejected promise returned by test': [ava[1], ava[2]] },
    none: ['  ✘ [fail]: cart › gone Error thrown in test'],
  },
  tap: {
    ids: tap,
    texts: {
      'not ok 3 - test/cart.js # time=12.5ms': tap[0],
      ' FAIL  test/shop/promo.ts 1 failed of 3 12ms': tap[1],
      ' ✗ test/cart.js 2 failed of 4 120ms': tap[0],
      'test/shop/promo.ts': tap[1],
    },
    several: {},
    none: ['not ok 1 - test/gone.js # time=1ms'],
  },
  'node-test': {
    ids: nodeTest,
    texts: {
      'not ok 3 - totals the basket': nodeTest[0],
      '    not ok 1 - is \\#1': nodeTest[1],
      'not ok 3 - totals the basket # time=3ms': nodeTest[0],
      '✖ totals the basket (1.2ms)': nodeTest[0],
      '  ✖ is #1 (0.812ms)': nodeTest[1],
      '<testcase name="totals the basket" time="0.001" classname="test" file="/ci/api/cart.test.js">': nodeTest[0],
    },
    several: { 'not ok 2 - twice': [nodeTest[2], nodeTest[3]] },
    none: ['ok 1 - something else', '✖ gone (1ms)'],
  },
  'go-test': {
    ids: ['.::TestTotal', 'internal/cart::TestTotal', 'internal/cart::TestTax', 'stock::TestCounts', '.::TestRoot'],
    texts: {
      '--- FAIL: TestTax/adds_it/deeper (0.00s)': 'internal/cart::TestTax',
      '    --- FAIL: TestTax/adds_it (0.00s)': 'internal/cart::TestTax',
      '--- FAIL: TestRoot (0.00s)': '.::TestRoot',
      'FAIL    example.com/mod/stock  0.1s': 'stock::TestCounts',
      'FAIL\texample.com/mod/stock\t0.123s': 'stock::TestCounts',
      '--- FAIL: TestTotal (0.00s)\n    cart_test.go:7: no\nFAIL\nFAIL\texample.com/mod/internal/cart\t0.1s\nFAIL':
        'internal/cart::TestTotal',
      '=== FAIL: internal/cart TestTotal/sub (0.00s)': 'internal/cart::TestTotal',
      "go test -run '^TestTotal$' ./internal/cart": 'internal/cart::TestTotal',
      'go test -run TestTax/adds_it ./...': 'internal/cart::TestTax',
      '<testcase classname="example.com/mod/internal/cart" name="TestTotal/sub" time="0.00">':
        'internal/cart::TestTotal',
      'internal/cart TestTax': 'internal/cart::TestTax',
      TestCounts: 'stock::TestCounts',
    },
    several: {
      '--- FAIL: TestTotal (0.00s)': ['.::TestTotal', 'internal/cart::TestTotal'],
      'FAIL    example.com/mod/internal/cart  0.1s': ['internal/cart::TestTotal', 'internal/cart::TestTax'],
    },
    none: ['--- FAIL: TestGone (0.00s)', 'FAIL    example.com/mod/gone [build failed]'],
  },
  'cargo-test': {
    ids: [
      'src/lib.rs::tests::totals',
      'src/lib.rs::cart::tests::totals',
      'src/main.rs::runs',
      'tests/shop.rs::sells::case_1',
      'tests/shop.rs::sells::case_2',
    ],
    texts: {
      'test tests::totals ... FAILED': 'src/lib.rs::tests::totals',
      'test cart::tests::totals ... FAILED': 'src/lib.rs::cart::tests::totals',
      '---- cart::tests::totals stdout ----': 'src/lib.rs::cart::tests::totals',
      "thread 'tests::totals' panicked at src/lib.rs:12:5:": 'src/lib.rs::tests::totals',
      "thread 'runs' (812) panicked at src/main.rs:12:5:": 'src/main.rs::runs',
      '        FAIL [   0.002s] shop::shop sells::case_1': 'tests/shop.rs::sells::case_1',
      'cargo test --lib cart::tests::totals -- --exact': 'src/lib.rs::cart::tests::totals',
      '    cart::tests::totals': 'src/lib.rs::cart::tests::totals',
    },
    several: { 'cargo test sells': ['tests/shop.rs::sells::case_1', 'tests/shop.rs::sells::case_2'] },
    none: ['test gone ... FAILED'],
  },
  nextest: {
    ids: ['src/lib.rs::tests::totals', 'tests/shop.rs::sells'],
    texts: {
      '        FAIL [   0.625s] ( 3/14) shop tests::totals': 'src/lib.rs::tests::totals',
      '     SIGKILL [   0.022s] (13/14) shop::shop sells': 'tests/shop.rs::sells',
      'cargo nextest run tests::totals': 'src/lib.rs::tests::totals',
    },
    several: {},
    none: ['        FAIL [   0.625s] ( 3/14) shop gone'],
  },
  maven: { ids: java, texts: javaTexts, several: javaSeveral, none: javaNone },
  gradle: { ids: java, texts: javaTexts, several: javaSeveral, none: javaNone },
  phpunit: {
    ids: [
      String.raw`tests/CartTest.php::Shop\Tests\CartTest::testTotal`,
      String.raw`tests/CartTest.php::Shop\Tests\CartTest::testTotals with data set #0`,
      String.raw`tests/CartTest.php::Shop\Tests\CartTest::testTotals with data set "two words"`,
      String.raw`tests/PromoTest.php::Shop\Tests\PromoTest::testBanner`,
    ],
    texts: {
      '1) Shop\\Tests\\CartTest::testTotal': String.raw`tests/CartTest.php::Shop\Tests\CartTest::testTotal`,
      "2) Shop\\Tests\\CartTest::testTotals with data set #0 (1, 'a b')": String.raw`tests/CartTest.php::Shop\Tests\CartTest::testTotals with data set #0`,
      '3) Shop\\Tests\\CartTest::testTotals with data set "two words" (2)': String.raw`tests/CartTest.php::Shop\Tests\CartTest::testTotals with data set "two words"`,
      'vendor/bin/phpunit --filter PromoTest': String.raw`tests/PromoTest.php::Shop\Tests\PromoTest::testBanner`,
    },
    several: {},
    none: [String.raw`1) Shop\Tests\CartTest::testGone`],
  },
  minitest: {
    ids: [
      'test/cart_test.rb::CartTest#test_total',
      'test/cart_test.rb::CartTest#test_totals',
      'test/promo_test.rb::Promo::banner#is shown',
    ],
    texts: {
      'CartTest#test_total [test/cart_test.rb:12]:': 'test/cart_test.rb::CartTest#test_total',
      'Promo::banner#is shown = 0.00 s = F': 'test/promo_test.rb::Promo::banner#is shown',
      'ruby -Itest test/cart_test.rb -n test_totals': 'test/cart_test.rb::CartTest#test_totals',
    },
    several: {},
    none: ['CartTest#test_gone [test/cart_test.rb:12]:'],
  },
  googletest: {
    ids: [
      'build/cart_test::CartTest.Total',
      'build/cart_test::CartTest.Totals',
      'build/cart_test::Sizes/CartTest.Adds/0',
    ],
    texts: {
      '[  FAILED  ] CartTest.Total (0 ms)': 'build/cart_test::CartTest.Total',
      '[  FAILED  ] Sizes/CartTest.Adds/0, where GetParam() = 3 (0 ms)': 'build/cart_test::Sizes/CartTest.Adds/0',
      './build/cart_test --gtest_filter=CartTest.Totals': 'build/cart_test::CartTest.Totals',
    },
    several: {},
    none: ['[  FAILED  ] CartTest.Gone (0 ms)'],
  },
  rspec: {
    ids: [
      'spec/cart_spec.rb > Cart > totals',
      'spec/cart_spec.rb > Cart > #size > is 2',
      'spec/promo_spec.rb > Cart > totals',
    ],
    texts: {
      'rspec ./spec/cart_spec.rb:12 # Cart totals': 'spec/cart_spec.rb > Cart > totals',
      'rspec ./spec/cart_spec.rb:7 # Cart#size is 2': 'spec/cart_spec.rb > Cart > #size > is 2',
      "rspec './spec/promo_spec.rb[1:1]' # Cart totals": 'spec/promo_spec.rb > Cart > totals',
      '  1) Cart#size is 2\n     Failure/Error: expect(1).to eq 2': 'spec/cart_spec.rb > Cart > #size > is 2',
      '<testcase classname="spec.promo_spec" name="Cart totals" file="./spec/promo_spec.rb" time="0.1">':
        'spec/promo_spec.rb > Cart > totals',
    },
    several: { '  1) Cart totals': ['spec/cart_spec.rb > Cart > totals', 'spec/promo_spec.rb > Cart > totals'] },
    none: ['rspec ./spec/gone_spec.rb:12 # Cart totals'],
  },
  bats: {
    ids: ['test/cart.bats > name of test', 'test/cart.bats > waits in 2ms', 'test/promo.bats > shows # 1'],
    texts: {
      'not ok 3 name of test': 'test/cart.bats > name of test',
      'not ok 3 name of test in 12ms': 'test/cart.bats > name of test',
      'not ok 2 waits in 2ms': 'test/cart.bats > waits in 2ms',
      'not ok 4 shows # 1': 'test/promo.bats > shows # 1',
      ' ✗ name of test': 'test/cart.bats > name of test',
      ' ✗ name of test [12]\n   (in test file test/cart.bats, line 5)': 'test/cart.bats > name of test',
      '<testcase classname="promo.bats" name="shows # 1" time="0.01">': 'test/promo.bats > shows # 1',
    },
    several: {},
    none: ['not ok 3 gone'],
  },
};
