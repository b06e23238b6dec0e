import { expect, test } from 'vitest';
import { certifyPrinter } from '../../../src/cli/printers/certify.ts';
import type { Certificate, CertifyAnswer } from '../../../src/contract/certificate.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { sarifErrors } from './sarif-schema.ts';

const RUNS = { processes: 9, forks: 291, forkedFrom: 20, counted: 300, repeats: 2, turned: 38 };
const certified: Certificate = {
  test: testId('a.py::test_a'),
  status: 'certified',
  why: 'new',
  place: { file: 'a b.py', line: 4 },
  runs: RUNS,
  failures: 0,
  bound: { rate: 0.00994, confidence: 0.95 },
  arms: [],
  flaky: null,
  note: null,
};
const flaky: Certificate = {
  ...certified,
  test: testId('a.py::test_<b>'),
  status: 'flaky',
  place: { file: 'a b.py', line: 9 },
  failures: 3,
  bound: null,
  arms: [
    { arm: 'alone, tz Asia/Kathmandu', failures: 2, runs: 2, low: 0.2, high: 1 },
    { arm: 'alone', failures: 0, runs: 4, low: 0, high: 0.6 },
  ],
  flaky: {
    kind: 'time-zone',
    arm: 'alone, tz Asia/Kathmandu',
    after: [],
    conditions: { tz: 'Asia/Kathmandu' },
    message: 'not & even',
    reproduce: { fails: 'TZ=Asia/Kathmandu pytest', confirmed: true },
    caseId: 'c-7f3k2m',
    verdict: 'isolated',
  },
};
const undecided: Certificate = {
  ...certified,
  test: testId('a.py::test_c'),
  status: 'undecided',
  place: null,
  runs: { processes: 1, forks: 0, forkedFrom: 0, counted: 1, repeats: 0, turned: 0 },
  bound: { rate: 0.95, confidence: 0.95 },
  note: 'stopped before enough runs',
};
const answer: CertifyAnswer = {
  certificationId: 'cert-abcdef',
  runner: 'pytest',
  seed: 3,
  commit: { id: '0123456789abcdef', changed: true },
  since: 'fedcba9876543210',
  asked: { rate: 0.01, confidence: 0.95, runs: 299 },
  ended: 'budget',
  certificates: [certified, flaky, undecided],
  leftOut: 2,
  cost: { trials: 60, testExecutions: 3100, wallMs: 41_000, suiteRuns: 80 },
  notTried: [{ what: 'copies', why: 'the budget was spent' }],
  next: 'unflake diagnose x',
  format: 'text',
  out: null,
};
const printed = (format: CertifyAnswer['format'], more: Partial<CertifyAnswer> = {}) =>
  certifyPrinter.text({ ...answer, ...more, format }, { color: 'off', columns: 100 });

test('for a terminal: one paragraph, then each test, those that need a look first', () => {
  expect(printed('text')).toMatchInlineSnapshot(`
    "result     1 flaky, 1 undecided, 1 certified of 3 tests, certified means a failure rate below 1 %
               (95 % confidence), at commit 0123456789 with uncommitted changes; 2 tests that reach the
               change were left out; the budget was spent
    flaky      a.py::test_<b>
               time-zone: failed 2/2 alone, tz Asia/Kathmandu, 3/6 in all runs
               TZ=Asia/Kathmandu pytest
               case c-7f3k2m: isolated
    undecided  a.py::test_c
               stopped before enough runs; below 95 %, 1 run (1 in new processes)
    certified  a.py::test_a
               below 1 %, 300 runs (9 in new processes, 291 in forks of 20 processes); besides 38 with
               settings or loads turned, 2 repeats in one process
    not tried  copies: the budget was spent
    next       unflake diagnose x
    cost       60 trials, 3,100 test executions, 41.0 s · certification cert-abcdef · seed 3
    "
  `);
});

test('all certified, and nothing new, in a sentence', () => {
  expect(printed('text', { certificates: [certified], ended: 'done', leftOut: 0 }).split('\n')[0]).toBe(
    'result     all of 1 test certified for a failure rate below 1 % (95 % confidence), at commit',
  );
  const nothing = { certificationId: null, certificates: [], notTried: [], next: null };
  expect(printed('text', nothing)).toBe('result     no test is new or changed since fedcba9876; nothing was run\n');
});

test('HTML: the tests that need a look first, names escaped, nothing from elsewhere', () => {
  const html = printed('html');
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).not.toMatch(/<script|(?:src|href)=|url\(|@import|<b>/);
  expect([...html.matchAll(/<code>(.*?)<\/code>/g)].map(([, id]) => id)).toEqual([
    ...['a.py::test_&#60;b&#62;', 'a.py::test_c', 'a.py::test_a'],
  ]);
  expect(html).toContain('<pre class="fails">TZ=Asia/Kathmandu pytest</pre>');
  expect(html).toContain('not all certified');
  expect(printed('html', { certificates: [certified] })).not.toContain('not all certified');
});

test('annotations stand on the lines of tests, and certified tests have none', () => {
  expect(printed('github')).toMatchInlineSnapshot(`
    "::error file=a b.py,line=9,title=certify%3A flaky::a.py::test_<b> is flaky: time-zone: failed 2/2 alone, tz Asia/Kathmandu, 3/6 in all runs%0ATZ=Asia/Kathmandu pytest
    ::warning title=certify%3A undecided::a.py::test_c is undecided: stopped before enough runs; below 95 %25, 1 run (1 in new processes)
    ::notice title=certify::1 flaky, 1 undecided, 1 certified of 3 tests, certified means a failure rate below 1 %25 (95 %25 confidence), at commit 0123456789 with uncommitted changes; 2 tests that reach the change were left out; the budget was spent
    "
  `);
});

test('Markdown, with names that cannot become markup', () => {
  expect(printed('markdown')).toMatchInlineSnapshot(`
    "### Certified tests

    **1 flaky, 1 undecided, 1 certified of 3 tests, certified means a failure rate below 1 % (95 % confidence), at commit 0123456789 with uncommitted changes; 2 tests that reach the change were left out; the budget was spent**

    |  | test | what was seen |
    | --- | --- | --- |
    | 🔬 flaky | \`a.py::test_<b>\` | time-zone: failed 2/2 alone, tz Asia/Kathmandu, 3/6 in all runs |
    | ❔ undecided | \`a.py::test_c\` | stopped before enough runs; below 95 %, 1 run (1 in new processes) |
    | ✅ certified | \`a.py::test_a\` | below 1 %, 300 runs (9 in new processes, 291 in forks of 20 processes); besides 38 with settings or loads turned, 2 repeats in one process |

    \`a.py::test_<b>\` fails:

    \`\`\`sh
    TZ=Asia/Kathmandu pytest
    \`\`\`

    <details><summary>Not tried</summary>

    - copies: the budget was spent

    </details>

    Next: \`unflake diagnose x\`

    <sub>60 trials, 3,100 test executions, 41.0 s · certification cert-abcdef · seed 3</sub>
    "
  `);
});

test('JUnit: failures, skipped and passed tests', () => {
  expect(printed('junit')).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites tests="3" failures="1" skipped="1">
      <testsuite name="unflake certify" tests="3" failures="1" skipped="1" errors="0" time="41.000">
        <testcase classname="unflake certify" name="a.py::test_a" file="a b.py" line="4"><system-out>below 1 %, 300 runs (9 in new processes, 291 in forks of 20 processes); besides 38 with settings or loads turned, 2 repeats in one process</system-out></testcase>
        <testcase classname="unflake certify" name="a.py::test_&lt;b&gt;" file="a b.py" line="9"><failure message="flaky: time-zone: failed 2/2 alone, tz Asia/Kathmandu, 3/6 in all runs">TZ=Asia/Kathmandu pytest
    not &amp; even</failure></testcase>
        <testcase classname="unflake certify" name="a.py::test_c"><skipped message="stopped before enough runs; below 95 %, 1 run (1 in new processes)"/></testcase>
        <system-out>1 flaky, 1 undecided, 1 certified of 3 tests, certified means a failure rate below 1 % (95 % confidence), at commit 0123456789 with uncommitted changes; 2 tests that reach the change were left out; the budget was spent</system-out>
      </testsuite>
    </testsuites>
    "
  `);
});

test('SARIF agrees with its schema, and names the file of a test', () => {
  const log = JSON.parse(printed('sarif'));
  expect(sarifErrors(log)).toEqual([]);
  const [run] = log.runs;
  expect(run.results.map((one: { ruleId: string; level: string }) => [one.ruleId, one.level])).toEqual([
    ['certify/flaky', 'error'],
    ['certify/undecided', 'warning'],
  ]);
  expect(run.results[0].locations[0].physicalLocation).toMatchObject({
    artifactLocation: { uri: 'a%20b.py' },
    region: { startLine: 9 },
  });
});

test('a file gets the format, and the terminal the text', () => {
  const inFile = { ...answer, format: 'junit' as const, out: 'certify.xml' };
  expect(certifyPrinter.files(inFile)[0]!.text).toMatch(/^<\?xml/);
  expect(certifyPrinter.text(inFile, { color: 'off', columns: 100 })).toMatch(
    /^result .*\n[\s\S]*wrote certify.xml\n$/,
  );
});
