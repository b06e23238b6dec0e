import { describe, expect, test } from 'vitest';
import { scanPrinter } from '../../../src/cli/printers/scan.ts';
import type { ReachedBy, ScanFinding } from '../../../src/contract/scan.ts';
import type { ScanResult } from '../../../src/tools/tool-results.ts';

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
  problems: [{ file: 'b.py', why: 'is not text' }],
  failOn: 'warning',
  format: 'text',
  out: null,
};
const LOOK = { color: 'off', columns: 80 } as const;

describe('scan for people', () => {
  test('shows the gravest first, each with its place and its test, then the problems and the sum', () => {
    expect(scanPrinter.text(result, LOOK)).toMatchInlineSnapshot(`
      "error  python/fixed-port: a port
      100 % (external / date)
        a b/t,x.py:3:5  time.time()

      note  python/wall-clock: reads the wall clock (external / date)
        a b/t,x.py:3:5  time.time()   in test_a

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

  test('writes a file and shows the text all the same', () => {
    const asked: ScanResult = { ...result, format: 'sarif', out: 'x.sarif' };
    expect(scanPrinter.files(asked)).toMatchObject([{ path: 'x.sarif' }]);
    expect(scanPrinter.text(asked, LOOK)).toMatch(/2 files[\s\S]*wrote x\.sarif\n$/);
  });
});

test('scan for a workflow: one command a finding, with nothing in it that would end it early', () => {
  expect(scanPrinter.text({ ...result, format: 'github' }, LOOK).split('\n')).toEqual([
    '::notice file=a b/t%2Cx.py,line=3,col=5,endLine=3,title=python/wall-clock::reads the wall clock: time.time()',
    '::error file=a b/t%2Cx.py,line=3,col=5,endLine=3,title=python/fixed-port::a port%0A100 %25: time.time()',
    '::warning file=b.py,title=scan::is not text',
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
