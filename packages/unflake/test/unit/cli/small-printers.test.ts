import { expect, test } from 'vitest';
import { printerFor } from '../../../src/cli/printers/index.ts';
import type {
  CasesResult,
  DoctorResult,
  IndexResult,
  IndexStatusResult,
  ListResult,
  ReplayResult,
  ReportResult,
  SearchResult,
} from '../../../src/tools/lib/tool-results.ts';
import { sampleCase, sampleDiagnosis } from './sample-case.ts';

const LOOK = { color: 'off', columns: 100 } as const;
const print = async (command: string, result: unknown) => (await printerFor(command)).text(result, LOOK);

test('list prints one id a line, and what was not collected as comments', async () => {
  const result: ListResult = {
    runner: 'pytest',
    folder: '.',
    tests: [sampleDiagnosis.test, ...sampleDiagnosis.cleaners],
    problems: ['tests/test_bad.py: SyntaxError\nline 3'],
    others: [],
  };
  expect(await print('list', result)).toMatchInlineSnapshot(`
    "tests/test_cart.py::test_total
    tests/test_cache.py::test_reset
    # not collected: tests/test_bad.py: SyntaxError
    #   line 3
    "
  `);
});

test('list says whose tests follow where there are several suites', async () => {
  const suite = { runner: 'jest', folder: 'packages/a', tests: [sampleDiagnosis.test], problems: [] };
  const result: ListResult = { ...suite, others: [{ ...suite, runner: 'bats', folder: '.', tests: [] }] };
  expect(await print('list', result)).toBe(`# jest in packages/a: 1 test\n${sampleDiagnosis.test}\n# bats: 0 tests\n`);
});

test('cases prints a line a case, open ones too', async () => {
  const one = {
    caseId: 'c-7f3k2m',
    test: sampleDiagnosis.test,
    runner: 'pytest',
    seed: 42,
    openedAt: '2026-01-02T03:04:05.000Z',
    trials: 73,
  };
  const result: CasesResult = {
    store: 'store.db',
    cases: [
      { ...one, verdict: 'isolated', cause: { family: 'ordering', kind: 'victim' } },
      { ...one, caseId: 'c-aaaaaa', trials: 1, verdict: null, cause: null },
    ],
  };
  expect(await print('cases', result)).toMatchInlineSnapshot(`
    "c-7f3k2m  2026-01-02 03:04  isolated: ordering / victim     73 trials  tests/test_cart.py::test_tot…
    c-aaaaaa  2026-01-02 03:04  open                              1 trial  tests/test_cart.py::test_tot…
    2 cases in store.db
    "
  `);
  expect(await print('cases', { store: 'store.db', cases: [] })).toBe('no case yet in store.db\n');
});

test('doctor prints what works, what does not, and what would help', async () => {
  const result: DoctorResult = {
    root: 'shop',
    checks: [
      { what: 'node', status: 'ok', detail: '20.20.2', fix: null },
      { what: 'runner pytest', status: 'missing', detail: 'no python with pytest', fix: 'pip install pytest' },
      { what: 'knob cpu', status: 'limited', detail: 'one core', fix: null },
    ],
  };
  expect(await print('doctor', result)).toMatchInlineSnapshot(`
    "ok       node           20.20.2
    missing  runner pytest  no python with pytest
                            pip install pytest
    limited  knob cpu       one core
    3 checks: 1 missing, 1 limited; root shop
    "
  `);
});

test('replay says whether it did what the record says', async () => {
  const result: ReplayResult = {
    caseId: 'c-7f3k2m',
    trial: 't-7',
    command: 'pytest tests',
    recorded: 'failed',
    seen: ['failed', 'passed', 'failed'],
    agreeing: 2,
    ms: 4_100,
  };
  expect(await print('replay', result)).toMatchInlineSnapshot(`
    "replay   c-7f3k2m t-7, recorded as failed
    command  pytest tests
    now      F P F   failed in 2 of 3 runs
    time     3 runs, 4.1 s
    "
  `);
  expect(await print('replay', { ...result, seen: ['failed'], agreeing: 1 })).toContain(
    'as recorded: failed every time',
  );
  expect(await print('replay', { ...result, seen: ['passed'], agreeing: 0 })).toContain(
    'not as recorded: never failed',
  );
});

test('report prints its format, or writes it to the file', async () => {
  const { text, files } = await printerFor('report');
  const result: ReportResult = { record: sampleCase, format: 'markdown', out: null };
  expect(text(result, LOOK)).toMatch(/^# tests\/test_cart/);
  expect(files(result)).toEqual([]);
  expect(text({ ...result, format: 'github' }, LOOK)).toMatch(/^### /);
  expect(text({ ...result, format: 'text' }, LOOK)).toMatch(/^verdict /);
  expect(JSON.parse(text({ ...result, format: 'json' }, LOOK))).toEqual(sampleCase);
  expect(files({ ...result, format: 'html', out: 'case.html' })).toEqual([
    { path: 'case.html', text: expect.stringMatching(/^<!doctype html>/) },
  ]);
  expect(text({ ...result, out: 'case.html' }, LOOK)).toBe('wrote case.html\n');
});

test('demo prints the answer and leaves the report', async () => {
  const { text, files } = await printerFor('demo');
  const result = { record: sampleCase, html: 'demo.html' };
  expect(text(result, LOOK)).toMatch(/^verdict [\s\S]*\nreport {5}demo\.html\n$/);
  expect(files(result)).toEqual([{ path: 'demo.html', text: expect.stringMatching(/^<!doctype html>/) }]);
});

test('a command without a printer shows its result as JSON', async () => {
  expect(await print('unknown-command', { a: 1 })).toBe('{\n  "a": 1\n}\n');
});

test('index says what it holds and what it read; index-status whether it is current', async () => {
  const counts = { files: 2, lines: 40, definitions: 7, tests: 1, problems: [{ file: 'a.py', why: 'is not text' }] };
  const place = { root: 'shop', index: 'index.db' };
  expect(
    await print('index', { ...place, ...counts, read: 1, removed: 0, complete: true } satisfies IndexResult),
  ).toMatchInlineSnapshot(`
      "problem  a.py: is not text
      1 test among 7 definitions in 2 files, 40 lines
      1 file read, 0 removed
      in index.db
      "
    `);
  const status: IndexStatusResult = {
    ...place,
    ...counts,
    exists: true,
    refreshedAt: '2026-01-02T03:04:05.000Z',
    stale: { changed: 1, added: 0, removed: 2 },
    calls: { sure: 5, may: 2, outside: 9, unresolved: 1 },
  };
  expect(await print('index-status', status)).toMatchInlineSnapshot(`
    "problem  a.py: is not text
    1 test among 7 definitions in 2 files, 40 lines
    out of date: 1 changed, 0 new, 2 removed
    calls: 5 resolved, 2 ambiguous, 9 to libraries, 1 unresolved
    in index.db, of 2026-01-02 03:04 UTC
    "
  `);
  expect(await print('index-status', { ...place, exists: false })).toBe(
    'no index yet in index.db\ncreate it with unflake index\n',
  );
});

test('search prints a place a line, and how many more there are', async () => {
  const hit = { what: 'test', name: 'test_a', file: 'a.py', line: 3, score: 90 } as const;
  const result: SearchResult = { root: 'shop', query: 'a', hits: [hit], found: 3, problems: [] };
  expect(await print('search', result)).toBe('test      a.py:3  test_a\n… and 2 more; --most shows them\n');
  expect(await print('search', { ...result, hits: [], found: 0 })).toBe('nothing found for a\n');
});
