/** For each runner: ids as its adapter makes them, and texts as it prints them. */
import type { PastedTexts } from './pasted.ts';
import { PASTED_FROM_JAVASCRIPT } from './pasted-javascript-texts.ts';

const pytest = [
  'tests/test_cart.py::test_total',
  'tests/test_cart.py::test_totals',
  'tests/test_cart.py::TestTax::test_adds[1-a]',
  'tests/test_cart.py::TestTax::test_adds[x - y]',
  'tests/test_cart.py::TestTax::test_adds[a::b c]',
  'tests/test_promo.py::TestPromo::test_banner',
  'tests/test_stock.py::test_total',
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
  ...PASTED_FROM_JAVASCRIPT,
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
