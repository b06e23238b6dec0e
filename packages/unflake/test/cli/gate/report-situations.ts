/** Reports that an earlier step has written. */
import { type Case, cases, entry, FLAKY, GO_FAILS, go, junit, PASSES, TODAY } from './situation.ts';

export const REPORT_SITUATIONS: readonly Case[] = [
  ['nothing fails', { files: { 'r.xml': junit('pPP') } }, PASSES],
  ['the quarantined test fails', { files: { 'r.xml': junit('fPP') } }, PASSES],
  ['another test fails', { files: { 'r.xml': junit('pPF') } }, 'failed: src/cart.test.ts > other 2'],
  ['both fail', { files: { 'r.xml': junit('fPF') } }, 'failed: src/cart.test.ts > other 2'],
  ['nothing is in quarantine and nothing fails', { entries: [], files: { 'r.xml': junit('PP') } }, PASSES],
  [
    'nothing is in quarantine and a test fails',
    { entries: [], files: { 'r.xml': junit('PF') } },
    'failed: src/cart.test.ts > other 1',
  ],
  [
    'the quarantine ended yesterday',
    { entries: [entry({ until: '2026-03-09' })], files: { 'r.xml': junit('fP') } },
    'ended on 2026-03-09',
  ],
  [
    'the quarantine ended and the test passes',
    { entries: [entry({ until: '2026-03-09' })], files: { 'r.xml': junit('pP') } },
    'ended on 2026-03-09',
  ],
  ['the quarantine ends today', { entries: [entry({ until: TODAY })], files: { 'r.xml': junit('fP') } }, PASSES],
  [
    'no test has the name of an entry',
    { entries: [entry(), entry({ test: 'src/gone.test.ts > x' })], files: { 'r.xml': junit('pP') } },
    'no test has this name',
  ],
  [
    'a shard, which need not have every test',
    {
      entries: [entry(), entry({ test: 'src/gone.test.ts > x' })],
      files: { 'r.xml': junit('pP') },
      given: { partial: true },
    },
    PASSES,
  ],
  [
    'a test that is not in the report and that the history knows',
    { history: [FLAKY], files: { 'r.xml': junit('PP') } },
    PASSES,
  ],
  [
    'more entries than the cap',
    {
      entries: Array.from({ length: 21 }, (_, at) =>
        entry({ test: `src/cart.test.ts > other ${at}`, owner: `o${at}` }),
      ),
      files: { 'r.xml': junit('P'.repeat(21)) },
    },
    '21 tests are in quarantine',
  ],
  [
    'a cap that the config file raises',
    {
      entries: Array.from({ length: 21 }, (_, at) =>
        entry({ test: `src/cart.test.ts > other ${at}`, owner: `o${at}` }),
      ),
      files: { 'r.xml': junit('P'.repeat(21)) },
      config: { quarantine: { total: 30 } },
    },
    PASSES,
  ],
  [
    'more entries of one owner than the cap',
    {
      entries: Array.from({ length: 6 }, (_, at) => entry({ test: `src/cart.test.ts > other ${at}` })),
      files: { 'r.xml': junit('PPPPPP') },
    },
    'storage has 6 tests',
  ],
  [
    'an entry that lasts too long',
    { entries: [entry({ until: '2026-06-01' })], files: { 'r.xml': junit('fP') } },
    '92 days are more than the 30',
  ],
  [
    'an entry without an owner',
    { entries: JSON.stringify({ entries: [{ ...entry(), owner: undefined }] }), files: { 'r.xml': junit('fP') } },
    'BAD_QUARANTINE',
  ],
  [
    'an entry with an empty reason',
    { entries: JSON.stringify({ entries: [entry({ reason: ' ' })] }), files: { 'r.xml': junit('fP') } },
    'BAD_QUARANTINE',
  ],
  [
    'an entry twice, after a merge',
    { entries: JSON.stringify({ entries: [entry(), entry({ owner: 'b' })] }), files: { 'r.xml': junit('fP') } },
    'BAD_QUARANTINE',
  ],
  [
    'marks of a merge conflict in the file',
    { entries: '<<<<<<< HEAD\n{"entries":[]}', files: { 'r.xml': junit('fP') } },
    'BAD_QUARANTINE',
  ],
  [
    'no quarantine file, and a test fails',
    { entries: '', files: { 'r.xml': junit('f') } },
    'failed: src/cart.test.ts > totals',
  ],
  ['a report that is cut off', { files: { 'r.xml': junit('fP').slice(0, -20) } }, 'broken or cut off'],
  ['a report that is empty', { files: { 'r.xml': '' } }, 'it is empty'],
  ['a report that is not there', { files: {} }, 'cannot be read (ENOENT)'],
  [
    'one of two reports is not there',
    { files: { 'r.xml': junit('fP') }, reports: ['r.xml', 'missing.xml'] },
    'cannot be read (ENOENT)',
  ],
  ['a report without a test', { entries: [], files: { 'r.xml': cases('') } }, 'the reports name no test'],
  [
    'a folder without a report',
    { entries: [], files: { 'reports/note.txt': 'x' }, reports: ['reports'] },
    'no report was given or found',
  ],
  [
    'fewer tests than expected',
    { files: { 'r.xml': junit('fP') }, given: { minTests: 100 } },
    'the reports have 2 tests',
  ],
  [
    'the set-up of a class fails, which is no test',
    {
      files: {
        'r.xml': cases(
          '<testcase classname="src/cart.test.ts" name="totals"/><testcase name="" classname="A"><error message="no database"/></testcase>',
        ),
      },
    },
    '(outside any test)',
  ],
  [
    'a suite that did not compile',
    {
      files: {
        'r.xml': `<testsuites>${junit('fP').replace(/<\/?testsuites>/g, '')}<testsuite name="b.test.ts" errors="1"/></testsuites>`,
      },
    },
    '(outside any test)',
  ],
  [
    'the quarantined test crashed its process',
    {
      entries: [entry({ test: 'shop/cart::TestSum' })],
      files: {
        'r.json': go(
          { Action: 'run', Package: 'shop/cart', Test: 'TestSum' },
          { Action: 'fail', Package: 'shop/cart' },
        ),
      },
      reports: ['r.json'],
    },
    'failed: shop/cart::TestSum',
  ],
  [
    'a Go test fails because of its quarantined subtest',
    {
      entries: [entry({ test: 'shop/cart::TestSum/empty' })],
      files: { 'r.json': go(GO_FAILS('TestSum/empty'), GO_FAILS('TestSum'), { Action: 'fail', Package: 'shop/cart' }) },
      reports: ['r.json'],
    },
    PASSES,
  ],
  [
    'a Go test fails because of another subtest too',
    {
      entries: [entry({ test: 'shop/cart::TestSum/empty' })],
      files: {
        'r.json': go(GO_FAILS('TestSum/empty'), GO_FAILS('TestSum/full'), GO_FAILS('TestSum'), {
          Action: 'fail',
          Package: 'shop/cart',
        }),
      },
      reports: ['r.json'],
    },
    'failed: shop/cart::TestSum',
  ],
  [
    'a parameter of a test that is listed without parameters',
    {
      entries: [entry({ test: 'tests/test_cart.py::test_sum' })],
      files: { 'r.xml': cases('<testcase classname="tests.test_cart" name="test_sum[3-b]"><failure/></testcase>') },
    },
    PASSES,
  ],
  [
    'another parameter than the one that is listed',
    {
      entries: [entry({ test: 'tests/test_cart.py::test_sum[1]' })],
      files: {
        'r.xml': cases(
          '<testcase classname="tests.test_cart" name="test_sum[1]"/><testcase classname="tests.test_cart" name="test_sum[2]"><failure/></testcase>',
        ),
      },
    },
    'failed: tests/test_cart.py::test_sum[2]',
  ],
  [
    'the same title in another file',
    {
      files: {
        'r.xml': cases(
          '<testcase classname="src/cart.test.ts" name="totals"/><testcase classname="src/tax.test.ts" name="totals"><failure/></testcase>',
        ),
      },
    },
    'failed: src/tax.test.ts > totals',
  ],
  [
    'a test that the history knows under a newer name',
    {
      renamed: { from: FLAKY, to: 'packages/core/cart.test.ts > totals' },
      files: { 'r.xml': cases('<testcase classname="packages/core/cart.test.ts" name="totals"><failure/></testcase>') },
    },
    PASSES,
  ],
  [
    'the quarantined test passed when it was run again',
    { files: { 'r.xml': cases('<testcase classname="src/cart.test.ts" name="totals"><flakyFailure/></testcase>') } },
    PASSES,
  ],
  [
    'another test failed, was run again and failed again',
    {
      files: {
        'r.xml': cases(
          '<testcase classname="src/cart.test.ts" name="totals"/><testcase classname="A" name="b"><failure/><rerunFailure/></testcase>',
        ),
      },
    },
    'failed: A::b',
  ],
  ['the quarantined test is skipped', { files: { 'r.xml': junit('sP') } }, PASSES],
];
