/** Reports from CI, piece by piece: names, executions and breaks, the same whatever the size of a piece. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resultFormat, resultReader } from '../../../../src/reports/results/read-results.ts';
import type { ReportBreak, ReportedResult } from '../../../../src/reports/results/reported-result.ts';

function read(text: string, size = text.length) {
  const results: ReportedResult[] = [];
  const reader = resultReader(resultFormat(text)!, (result) => results.push(result));
  let broken: ReportBreak | null = null;
  for (let at = 0; at < text.length && broken === null; at += size) broken = reader.write(text.slice(at, at + size));
  return { results, broken: broken ?? reader.end() };
}

/** `file | scope | titles = outcomes`. */
const brief = (text: string) =>
  read(text).results.map(
    ({ name: { file, scope, titles }, executions }) =>
      `${file ?? '-'} | ${scope || '-'} | ${titles.join(' > ')} = ${executions.map(({ outcome }) => outcome).join(', ')}`,
  );

const inSuite = (cases: string, attributes = '') => `<testsuite ${attributes}>${cases}</testsuite>`;

describe('JUnit XML', () => {
  test.each([
    [
      'Surefire, with a test that passed at its second run',
      inSuite(
        '<testcase name="total" classname="shop.CartTest" time="0.01"><flakyFailure type="E"><stackTrace>at shop</stackTrace></flakyFailure></testcase>',
      ),
      ['- | shop.CartTest | total = failed, passed'],
    ],
    [
      'Surefire, with a test that failed three times',
      inSuite(
        '<testcase name="total" classname="shop.CartTest"><failure/><rerunFailure/><rerunError/></testcase>',
        'failures="1"',
      ),
      ['- | shop.CartTest | total = failed, failed, errored'],
    ],
    [
      'Gradle',
      inSuite('<testcase name="total()" classname="shop.CartTest$Inner"/>'),
      ['- | shop.CartTest$Inner | total() = passed'],
    ],
    [
      'pytest, xunit2',
      '<testsuites><testsuite name="pytest"><testcase classname="tests.test_cart.TestTotals" name="test_sum[1-a]"/></testsuite></testsuites>',
      ['- | tests.test_cart.TestTotals | test_sum[1-a] = passed'],
    ],
    [
      'pytest, xunit1',
      '<testsuites><testsuite name="pytest"><testcase classname="tests.test_cart.TestTotals" name="test_sum" file="tests/test_cart.py" line="3"/></testsuite></testsuites>',
      ['tests/test_cart.py | TestTotals | test_sum = passed'],
    ],
    [
      'jest-junit',
      '<testsuites name="jest tests"><testsuite name="cart"><testcase classname="cart totals sums" name="cart totals sums" file="src/cart.test.js"/></testsuite></testsuites>',
      ['src/cart.test.js | - | cart totals sums = passed'],
    ],
    [
      'Vitest',
      '<testsuites name="vitest tests"><testsuite name="src/cart.test.ts"><testcase classname="src/cart.test.ts" name="cart &gt; totals &gt; sums"/></testsuite></testsuites>',
      ['src/cart.test.ts | - | cart > totals > sums = passed'],
    ],
    [
      'Playwright, with retries',
      '<testsuites><testsuite name="cart.spec.ts" hostname="chromium"><testcase name="cart › sums" classname="cart.spec.ts"><flakyFailure message="x"/></testcase></testsuite></testsuites>',
      ['cart.spec.ts | - | cart > sums = failed, passed'],
    ],
    [
      'gotestsum',
      '<testsuites><testsuite name="example.com/shop/cart"><testcase classname="example.com/shop/cart" name="TestSum/empty"/></testsuite></testsuites>',
      ['- | example.com/shop/cart | TestSum/empty = passed'],
    ],
    [
      'nextest',
      '<testsuites name="nextest-run"><testsuite name="shop::cart"><testcase name="totals::sums" classname="shop::cart"><flakyFailure type="test failure"/></testcase></testsuite></testsuites>',
      ['- | shop::cart | totals::sums = failed, passed'],
    ],
    [
      'RSpec',
      '<testsuite name="rspec"><testcase classname="spec.models.cart_spec" name="Cart sums" file="./spec/models/cart_spec.rb"/></testsuite>',
      ['./spec/models/cart_spec.rb | - | Cart sums = passed'],
    ],
    [
      'PHPUnit',
      '<testsuites><testsuite name="Tests\\CartTest" file="/app/tests/CartTest.php"><testcase name="testSum with data set #0" class="Tests\\CartTest" classname="Tests.CartTest" file="/app/tests/CartTest.php"/></testsuite></testsuites>',
      ['/app/tests/CartTest.php | Tests\\CartTest | testSum with data set #0 = passed'],
    ],
    [
      'node --test',
      '<testsuites><testsuite name="cart"><testcase name="sums" classname="test" file="/app/cart.test.js"/></testsuite></testsuites>',
      ['/app/cart.test.js | - | cart > sums = passed'],
    ],
    [
      'Mocha, with the title in the class',
      '<testsuites><testsuite name="cart" file="/app/cart.spec.js"><testcase name="cart sums" classname="sums"/></testsuite></testsuites>',
      ['/app/cart.spec.js | - | cart sums = passed'],
    ],
    [
      'a class whose set-up failed, which belongs to no test',
      inSuite('<testcase name="" classname="shop.CartTest"><error message="no database"/></testcase>', 'errors="1"'),
      ['- | shop.CartTest | (outside any test) = errored'],
    ],
    [
      'a suite that claims a failure that none of its tests has',
      '<testsuites><testsuite name="cart.test.js" errors="1" tests="0"/></testsuites>',
      ['- | cart.test.js | (outside any test) = errored'],
    ],
    [
      'pytest, where a failed tear-down is a second case',
      '<testsuites><testsuite name="pytest" failures="1" errors="1"><testcase classname="t" name="a"><failure/></testcase><testcase classname="t" name="a"><error message="failed on teardown with &quot;OSError&quot;"/></testcase></testsuite></testsuites>',
      ['- | t | a = failed'],
    ],
    [
      'a time limit',
      inSuite(
        '<testcase name="a" classname="A"><failure type="org.junit.runners.model.TestTimedOutException"/></testcase>',
      ),
      ['- | A | a = timed-out'],
    ],
  ])('%s', (_writer, text, expected) => {
    expect(brief(text)).toEqual(expected);
    expect(read(text).broken).toBeNull();
  });

  test('the time of the suite is the time of its tests, in UTC without a zone', () => {
    const [{ atMs }] = read(inSuite('<testcase name="a"/>', 'timestamp="2026-03-01T10:00:00"')).results as [
      ReportedResult,
    ];
    expect(atMs).toBe(Date.parse('2026-03-01T10:00:00Z'));
  });

  test.each([
    ['half of a tag', '<testsuite><testcase name="a"/><testca', 1],
    ['an open suite', '<testsuite>\n<testcase name="a"/>\n', 3],
    ['an entity that XML does not have', '<testsuite>\n<testcase name="&boom;"/></testsuite>', 2],
    [
      'a character that XML forbids',
      '<testsuite><testcase name="a"><failure>\u0001</failure></testcase></testsuite>',
      1,
    ],
    ['another document', '<html><body/></html>', 1],
    ['nothing after the declaration', '<?xml version="1.0"?>', 1],
  ])('%s is a break with its place', (_what, text, line) => {
    expect(read(text).broken).toMatchObject({ line, why: expect.any(String) });
  });

  test('a long text is cut before the parser, and a break behind it keeps its line', () => {
    const output = 'x'.repeat(99).concat('\n').repeat(20_000);
    const text = `<testsuite>\n<testcase name="a"><system-out><![CDATA[${output}]]></system-out></testcase>\n<system-out>${output}</system-out>\n<wrong`;
    expect(read(text, 4_096).broken).toMatchObject({ line: 4 + 2 * 20_000 });
  });

  test('pieces of any size give the same results', () => {
    const text = `<?xml version="1.0"?><!-- a > b --><testsuites>
      <testsuite name="s &lt; t" failures="1"><testcase classname="A" name="a > b"><failure message="1 &gt; 2"><![CDATA[at ]] > x]]></failure></testcase>
      <testcase classname="A" name='say "b"'/><?note?></testsuite></testsuites>`;
    const whole = read(text);
    expect(whole.broken).toBeNull();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 80 }), (size) => {
        expect(read(text, size)).toEqual(whole);
      }),
    );
  });
});

describe('TAP', () => {
  test('of node --test, with groups', () => {
    const text = `TAP version 13
# Subtest: cart
    # Subtest: sums
    ok 1 - sums
      ---
      duration_ms: 1.5
      ...
    # Subtest: fails
    not ok 2 - fails
      ---
      error: 'one is two'
      ...
    1..2
not ok 1 - cart
# Subtest: lone
ok 2 - lone # SKIP later
1..2
`;
    expect(brief(text)).toEqual([
      '- | - | cart > sums = passed',
      '- | - | cart > fails = failed',
      '- | - | lone = skipped',
    ]);
    expect(read(text).broken).toBeNull();
  });

  test.each([
    ['fewer tests than planned', '1..3\nok 1 - a\nok 2 - b\n'],
    ['no plan', 'TAP version 13\nok 1 - a\n'],
    ['a bail-out', '1..2\nok 1 - a\nBail out! no disk\n'],
    ['no test at all', 'TAP version 13\n1..0\n'],
  ])('%s is a break', (_what, text) => {
    expect(read(text).broken).not.toBeNull();
  });
});

describe('go test -json', () => {
  const lines = (...events: object[]) => `${events.map((event) => JSON.stringify(event)).join('\n')}\n`;
  const START = [
    { Action: 'start', Package: 'shop/cart' },
    { Action: 'run', Package: 'shop/cart', Test: 'TestSum' },
    { Action: 'output', Package: 'shop/cart', Test: 'TestSum', Output: '    cart_test.go:9: got 1\n' },
  ];

  test('a failure has its output', () => {
    const text = lines(
      ...START,
      { Action: 'fail', Package: 'shop/cart', Test: 'TestSum', Elapsed: 0.5, Time: '2026-03-01T10:00:00Z' },
      { Action: 'fail', Package: 'shop/cart' },
    );
    expect(brief(text)).toEqual(['- | shop/cart | TestSum = failed']);
    expect(read(text).results[0]!.executions[0]).toMatchObject({
      ms: 500,
      failure: { message: 'cart_test.go:9: got 1' },
    });
    expect(read(text, 7)).toEqual(read(text));
  });

  test('a test that its package left open crashed', () => {
    expect(brief(lines(...START, { Action: 'fail', Package: 'shop/cart' }))).toEqual([
      '- | shop/cart | TestSum = crashed',
    ]);
  });

  test('a package without an end, or half a line, is a break', () => {
    expect(read(lines(...START)).broken).toMatchObject({ why: 'the package shop/cart has no end' });
    expect(read(`${lines(...START, { Action: 'fail', Package: 'shop/cart' })}{"Acti`).broken).toMatchObject({
      line: 5,
    });
  });
});

test('what begins like no report has no format', () => {
  expect(['', 'hello', '{"a":1}', '[1]'].map(resultFormat)).toEqual([null, null, null, null]);
});
