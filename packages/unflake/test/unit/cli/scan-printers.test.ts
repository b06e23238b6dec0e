import { describe, expect, test } from 'vitest';
import { scanPrinter } from '../../../src/cli/printers/scan.ts';
import { scanSarif } from '../../../src/cli/printers/scan-sarif.ts';
import type { ReachedBy, ScanFinding } from '../../../src/contract/scan.ts';
import type { ScanResult } from '../../../src/tools/lib/tool-results.ts';
import { sarifErrors } from './sarif-schema.ts';

const finding: ScanFinding = {
  rule: 'python/wall-clock',
  cause: { family: 'external', kind: 'date' },
  severity: 'note',
  message: 'reads the wall clock',
  code: 'time.time()',
  test: 'test_a',
  file: 'a b/t,x.py',
  line: 3,
  column: 5,
  endLine: 3,
  endColumn: 16,
};
const graver: ScanFinding = {
  ...finding,
  rule: 'python/fixed-port',
  severity: 'error',
  message: 'a port\n100 %',
  test: null,
};
const result: ScanResult = {
  root: '/p',
  files: 2,
  lines: 1200,
  findings: [finding, graver],
  rules: [graver, finding].map(({ rule, cause, message }) => ({
    id: rule,
    cause,
    message,
    why: 'It differs.',
    fix: 'Pass it in.',
    page: `docs/rules/${rule}.md`,
  })),
  problems: [{ file: 'b.py', why: 'is not text' }],
  failOn: 'warning',
  format: 'text',
  out: null,
};
const excluded = [{ pattern: 'fixtures', reason: 'flaky on purpose, 100 %', files: 1200 }];
const LOOK = { color: 'off', columns: 80 } as const;

describe('scan for people', () => {
  test('shows the gravest first, each with its place and its test, then the problems and the sum', () => {
    expect(scanPrinter.text(result, LOOK)).toMatchInlineSnapshot(`
      "error  python/fixed-port: a port
      100 % (external / date)
        a b/t,x.py:3:5  time.time()
        see docs/rules/python/fixed-port.md

      note  python/wall-clock: reads the wall clock (external / date)
        a b/t,x.py:3:5  time.time()   in test_a
        see docs/rules/python/wall-clock.md

      problem  b.py: is not text

      1 error, 1 note in 2 files, 1,200 lines
      "
    `);
  });

  test('says in one line which tests reach a finding, surely and perhaps, and how', () => {
    const step = { file: 'a.py', line: 1, sure: true };
    const path = ['test_a', 'open_store', 'stamp'].map((name) => ({ ...step, name }));
    const lineOf = (reachedBy: ReachedBy) =>
      scanPrinter.text({ ...result, findings: [{ ...finding, reachedBy }] }, LOOK).split('\n')[2];
    const reached = { sure: 94, may: 1, tests: [], path, unresolved: 0 };
    expect(lineOf(reached)).toBe('    reached by 94 tests, perhaps by 1 more: test_a → open_store → stamp');
    expect(lineOf({ ...reached, sure: 0 })).toBe('    reached perhaps by 1 test: test_a → open_store → stamp');
    expect(lineOf({ ...reached, sure: 0, may: 0, path: [], unresolved: 2 })).toBe(
      '    reached by no test (2 calls could not be resolved)',
    );
  });

  test('says so when nothing was found', () => {
    expect(scanPrinter.text({ ...result, findings: [], problems: [] }, LOOK)).toBe(
      'nothing found in 2 files, 1,200 lines\n',
    );
  });

  test('says what was left out, and why', () => {
    expect(scanPrinter.text({ ...result, findings: [], problems: [], excluded }, LOOK)).toBe(
      'left out  fixtures (1,200 files): flaky on purpose, 100 %\n\nnothing found in 2 files, 1,200 lines\n',
    );
  });

  test('writes a file and shows the text all the same', () => {
    const asked: ScanResult = { ...result, format: 'sarif', out: 'x.sarif' };
    expect(scanPrinter.files(asked)).toMatchObject([{ path: 'x.sarif' }]);
    expect(scanPrinter.text(asked, LOOK)).toMatch(/2 files[\s\S]*wrote x\.sarif\n$/);
  });
});

test('scan for a workflow: one command a finding, with nothing in it that would end it early', () => {
  expect(scanPrinter.text({ ...result, excluded, format: 'github' }, LOOK).split('\n')).toEqual([
    '::notice file=a b/t%2Cx.py,line=3,col=5,endLine=3,title=python/wall-clock::reads the wall clock: time.time()',
    '::error file=a b/t%2Cx.py,line=3,col=5,endLine=3,title=python/fixed-port::a port%0A100 %25: time.time()',
    '::warning file=b.py,title=scan::is not text',
    '::notice title=scan::left out: fixtures (1,200 files): flaky on purpose, 100 %25',
    '',
  ]);
});

test('scan for code scanning: rules, places and levels', () => {
  const { runs } = JSON.parse(scanPrinter.text({ ...result, format: 'sarif' }, LOOK));
  const [{ tool, results, invocations }] = runs;
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['python/fixed-port', 'python/wall-clock']);
  expect(results).toMatchObject([
    { ruleId: 'python/wall-clock', ruleIndex: 1, level: 'note' },
    { ruleId: 'python/fixed-port', ruleIndex: 0, level: 'error' },
  ]);
  const { physicalLocation: place } = results[0].locations[0];
  expect(place.artifactLocation.uri).toBe('a%20b/t%2Cx.py');
  expect(place.region).toEqual({ startLine: 3, startColumn: 5, endLine: 3, endColumn: 16 });
  expect(invocations[0].toolExecutionNotifications).toMatchObject([{ message: { text: 'b.py: is not text' } }]);
});

describe('SARIF', () => {
  const step = (name: string, line: number) => ({ file: 'a b/t,x.py', line, name, sure: true });
  const reachedBy: ReachedBy = {
    sure: 2,
    may: 1,
    tests: [step('test_a', 3), step('test_b', 9), { ...step('test_c', 12), sure: false }],
    path: [step('test_a', 4), { ...step('open_store', 20), sure: false }, step('stamp', 31)],
    unresolved: 0,
  };
  const reached: ScanResult = { ...result, findings: [{ ...finding, reachedBy }, graver] };

  test.each([
    ['findings and problems', result],
    ['files that were left out', { ...result, excluded }],
    ['nothing at all', { ...result, findings: [], rules: [], problems: [] }],
    ['findings of rules that nothing more is known of', { ...result, rules: [] }],
    ['findings with the tests that reach them', reached],
  ])('%s: valid by the schema of SARIF 2.1.0', (_, given) => {
    expect(sarifErrors(JSON.parse(scanSarif(given)))).toEqual([]);
  });

  test('the schema would see a mistake', () => {
    const log = JSON.parse(scanSarif(reached));
    log.runs[0].results[0].relatedLocations[0].id = 'first';
    expect(sarifErrors(log)).toEqual(['/runs/0/results/0/relatedLocations/0/id must be integer']);
  });

  test('a rule has its help, and its address once our pages have one', () => {
    const ruleIn = (text: string) => JSON.parse(text).runs[0].tool.driver.rules[1];
    expect(ruleIn(scanSarif(result)).help.markdown).toContain('docs/rules/python/wall-clock.md');
    const text = scanSarif(result, 'https://docs.example.invalid/');
    expect(ruleIn(text).helpUri).toBe('https://docs.example.invalid/docs/rules/python/wall-clock.md');
    expect(sarifErrors(JSON.parse(text))).toEqual([]);
  });

  test('says how many tests reach a finding, and links the way there and the tests', () => {
    const [found] = JSON.parse(scanSarif(reached)).runs[0].results;
    expect(found.message.text).toBe('reads the wall clock: time.time(); reached by 2 tests, perhaps by 1 more');
    const related = found.relatedLocations.map((one: { message: { text: string } }) => one.message.text);
    expect(related).toEqual([
      'test_a calls open_store',
      'open_store may call stamp',
      'test_a reaches it',
      'test_b reaches it',
      'test_c may reach it',
    ]);
  });

  test('annotations say it too', () => {
    expect(scanPrinter.text({ ...reached, format: 'github' }, LOOK).split('\n')[0]).toMatch(
      /::reads the wall clock: time\.time\(\)%0Areached by 2 tests, perhaps by 1 more: test_a → open_store → stamp$/,
    );
  });
});
