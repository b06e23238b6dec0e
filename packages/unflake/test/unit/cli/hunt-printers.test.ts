import { expect, test } from 'vitest';
import { huntPrinter } from '../../../src/cli/printers/hunt.ts';
import { testId } from '../../../src/contract/test-id.ts';
import type { HuntReport } from '../../../src/tools/lib/tool-results.ts';
import { sarifErrors } from './sarif-schema.ts';

const STYLE = { color: 'off', columns: 100 } as const;
const VICTIM = testId('cart.py::test_total');

const HUNT: HuntReport = {
  huntId: 'h-3x9p4w',
  runner: 'pytest',
  seed: 3,
  tests: 13,
  ended: 'budget',
  since: null,
  shard: null,
  rounds: [
    { arm: 'suite order', trials: ['t-1'], ms: 900, found: 0 },
    { arm: 'reversed', trials: ['t-2'], ms: 800, found: 1 },
  ],
  coverage: { pairs: 24, of: 169 },
  flaky: [
    {
      test: VICTIM,
      place: { file: 'cart.py', line: 7 },
      kind: 'victim',
      arm: 'after promo.py::test_banner',
      arms: [
        { arm: 'after promo.py::test_banner', failures: 3, runs: 3, low: 0.3, high: 1 },
        { arm: 'reversed', failures: 1, runs: 1, low: 0.1, high: 1 },
        { arm: 'alone', failures: 0, runs: 4, low: 0, high: 0.7 },
        { arm: 'suite order', failures: 0, runs: 2, low: 0, high: 0.9 },
      ],
      after: [testId('promo.py::test_banner')],
      conditions: {},
      fingerprints: ['f-1-2-3'],
      message: 'assert 3 < "2" & \u0007',
      reproduce: { fails: 'pytest promo.py::test_banner cart.py::test_total', confirmed: true },
      cluster: 'k-1',
      caseId: 'c-7f3k2m',
    },
  ],
  broken: [
    {
      test: testId('tax.py::test_tax'),
      place: { file: 'tax.py', line: 3 },
      failures: 9,
      runs: 9,
      outcome: 'failed',
      message: null,
      takesDown: [testId('tax.py::test_sum')],
    },
  ],
  unrepeated: [{ test: testId('a.py::test_a|b'), place: null, arm: 'cpu 0.25', failures: 1, runs: 14, message: null }],
  clusters: [
    {
      id: 'k-1',
      why: 'fail after promo.py::test_banner',
      source: null,
      tests: [VICTIM],
      representative: VICTIM,
      caseId: 'c-7f3k2m',
      verdict: 'isolated',
      explains: [VICTIM],
    },
  ],
  bounds: [{ arm: 'suite order', rounds: 1, rate: 0.95, confidence: 0.95 }],
  cost: { trials: 12, testExecutions: 90, wallMs: 31_500, suiteRuns: 9.6 },
  notTried: [{ what: 'workers', why: 'pytest-xdist is not installed' }],
  next: 'unflake diagnose cart.py::test_total',
  format: 'text',
  out: null,
};

test('text for a terminal: counts, the command, what was not found, and what to type next', () => {
  expect(huntPrinter.text(HUNT, STYLE)).toMatchInlineSnapshot(`
    "found      1 flaky, 1 broken, 1 that failed and did not fail again of 13 tests, in 2 rounds; the
               budget was spent
    flaky      cart.py::test_total
               victim: failed 3/3 after promo.py::test_banner, 0/4 alone; 4/10 in all runs
               pytest promo.py::test_banner cart.py::test_total
    case       c-7f3k2m isolated: cart.py::test_total
    broken     tax.py::test_tax failed 9/9, in the suite and alone; with it fail tax.py::test_sum
    once       a.py::test_a|b failed 1/14, first in: cpu 0.25; it could not be made to fail again
    covered    24 of 169 ordered pairs of tests ran directly after each other
    missed     tests that fail in fewer runs than this may not have been seen (95 % confidence): 95 % of
               runs in: suite order
    not tried  workers: pytest-xdist is not installed
    next       unflake diagnose cart.py::test_total
    cost       12 trials, 90 test executions, 31.5 s, as long as 10 runs of the suite · hunt h-3x9p4w · seed 3
    "
  `);
});

test('JUnit: a failure for each flaky and each broken test, valid XML whatever the message holds', () => {
  expect(huntPrinter.text({ ...HUNT, format: 'junit' }, STYLE)).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites tests="13" failures="2" time="31.500">
      <testsuite name="unflake hunt" tests="13" failures="2" time="31.500">
        <properties><property name="found" value="1 flaky, 1 broken, 1 that failed and did not fail again of 13 tests, in 2 rounds; the budget was spent"/></properties>
        <testcase classname="unflake hunt" name="cart.py::test_total">
          <failure type="flaky" message="victim: failed 3/3 after promo.py::test_banner, 0/4 alone; 4/10 in all runs">pytest promo.py::test_banner cart.py::test_total
    assert 3 &lt; &quot;2&quot; &amp; �</failure>
        </testcase>
        <testcase classname="unflake hunt" name="tax.py::test_tax">
          <failure type="broken" message="failed 9/9">with it fail: tax.py::test_sum</failure>
        </testcase>
        <testcase classname="unflake hunt" name="a.py::test_a|b"><system-out>failed 1/14, first in: cpu 0.25; it did not fail again</system-out></testcase>
      </testsuite>
    </testsuites>
    "
  `);
});

test('Markdown: tables with names that cannot break them', () => {
  expect(huntPrinter.text({ ...HUNT, format: 'markdown' }, STYLE)).toMatchInlineSnapshot(`
    "### Flaky tests

    **1 flaky, 1 broken, 1 that failed and did not fail again of 13 tests, in 2 rounds; the budget was spent**

    | test | failures |
    | --- | --- |
    | \`cart.py::test_total\` | victim: failed 3/3 after promo.py::test_banner, 0/4 alone; 4/10 in all runs |

    | broken | failed | with it fail |
    | --- | --- | --- |
    | \`tax.py::test_tax\` | 9/9 | \`tax.py::test_sum\` |

    | failed and did not fail again | failed | first in |
    | --- | --- | --- |
    | \`a.py::test_a\\|b\` | 1/14 | cpu 0.25 |

    <details><summary>cart.py::test_total</summary>

    \`\`\`sh
    pytest promo.py::test_banner cart.py::test_total
    \`\`\`

    </details>

    <details><summary>What was not found</summary>

    24 of 169 ordered pairs of tests ran directly after each other

    | arm | rounds | failure rate that may not have been seen (95 %) |
    | --- | --- | --- |
    | suite order | 1 | 95 % |

    - not tried: workers: pytest-xdist is not installed

    </details>

    Next:

    \`\`\`sh
    unflake diagnose cart.py::test_total
    \`\`\`

    <sub>12 trials, 90 test executions, 31.5 s · hunt h-3x9p4w · seed 3</sub>
    "
  `);
});

test('GitHub: an annotation on the line of each test that failed', () => {
  expect(huntPrinter.text({ ...HUNT, format: 'github' }, STYLE)).toMatchInlineSnapshot(`
    "::error file=cart.py,line=7,title=hunt%3A flaky::cart.py::test_total is flaky: victim: failed 3/3 after promo.py::test_banner, 0/4 alone; 4/10 in all runs%0Apytest promo.py::test_banner cart.py::test_total
    ::error file=tax.py,line=3,title=hunt%3A broken::tax.py::test_tax is broken: failed 9/9
    ::warning title=hunt%3A unrepeated::a.py::test_a|b is unrepeated: failed 1/14, first in: cpu 0.25
    ::notice title=hunt::1 flaky, 1 broken, 1 that failed and did not fail again of 13 tests, in 2 rounds; the budget was spent
    "
  `);
});

test('SARIF: valid, with a place where one is known', () => {
  const log = JSON.parse(huntPrinter.text({ ...HUNT, format: 'sarif' }, STYLE));
  expect(sarifErrors(log)).toEqual([]);
  const results: { ruleId: string; level: string; locations?: unknown[] }[] = log.runs[0].results;
  expect(results.map(({ ruleId, level, locations = [] }) => [ruleId, level, locations.length])).toEqual([
    ['hunt/flaky', 'error', 1],
    ['hunt/broken', 'error', 1],
    ['hunt/unrepeated', 'warning', 0],
  ]);
});

test('JSON: the whole result', () => {
  const report = { ...HUNT, format: 'json' } as const;
  expect(JSON.parse(huntPrinter.text(report, STYLE))).toEqual(report);
});

test('a change that touches no test is one line', () => {
  const none = {
    ...HUNT,
    huntId: null,
    tests: 0,
    since: 'f00dfeed00aa',
    flaky: [],
    broken: [],
    unrepeated: [],
    next: null,
  };
  expect(huntPrinter.text(none, STYLE)).toBe('found      no test is touched by what changed since f00dfeed00\n');
});

test('HTML: one file, nothing from elsewhere, names and messages escaped, and a fourth list for what was not found', () => {
  const nasty = '<script>alert(1)</script>&"';
  const [one] = HUNT.flaky;
  const flaky = [{ ...one!, test: testId(nasty), message: nasty }];
  const html = huntPrinter.text({ ...HUNT, flaky, format: 'html' }, STYLE);
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).not.toContain('<script');
  expect(html).not.toMatch(/(?:src|href)=|url\(|@import/);
  expect(html.split('&#60;script&#62;alert(1)&#60;/script&#62;&#38;&#34;')).toHaveLength(3);
  const titles = [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title);
  expect(titles).toEqual([
    ...['Flaky tests', 'Clusters', 'Broken tests', 'Failed, and not confirmed as flaky', 'What was not found'],
    ...['Not tried', 'Next', 'Rounds'],
  ]);
  expect(html).toContain('<pre class="fails">pytest promo.py::test_banner cart.py::test_total</pre>');
  expect(html).toContain('24 of 169 ordered pairs of tests ran directly after each other');
});

test('HTML of a hunt that found nothing has no empty sections', () => {
  const none = { ...HUNT, flaky: [], broken: [], unrepeated: [], clusters: [], notTried: [], next: null };
  const html = huntPrinter.text({ ...none, format: 'html' }, STYLE);
  const titles = [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title);
  expect(titles).toEqual(['What was not found', 'Rounds']);
  expect(html).toContain('none found');
});

test('with --out the file has the format and the terminal the text', () => {
  const report = { ...HUNT, format: 'junit', out: 'hunt.xml' } as const;
  expect(huntPrinter.files(report)).toEqual([
    { path: 'hunt.xml', text: huntPrinter.text({ ...report, out: null }, STYLE) },
  ]);
  expect(huntPrinter.text(report, STYLE)).toMatch(/^found .*\n[\s\S]*wrote hunt\.xml\n$/);
});
