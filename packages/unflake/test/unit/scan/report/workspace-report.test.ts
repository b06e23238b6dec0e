/** The case that the report was made for: a workspace whose databases are named by the clock, with what was tried before. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@unflake/testkit/clock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scanPrinter } from '../../../../src/cli/printers/scan.ts';
import type { ClassPlace, Pointer, ScanReport, Statement } from '../../../../src/contract/scan-report.ts';
import type { ScanResult } from '../../../../src/tools/lib/tool-results.ts';
import { TOOLS } from '../../../../src/tools/registry.ts';
import { scanTool } from '../../../../src/tools/scan.ts';
import { sarifErrors } from '../../cli/sarif-schema.ts';
import { makeScanWorkspace, type ScanWorkspace } from '../scan-workspace.ts';

const KNOWN = ['test_invalid_session_token_rejected', 'bootstrap_tests::test_list_bid_years', 'test_gone'];

let folder: string;
let workspace: ScanWorkspace;
let result: ScanResult;
let report: ScanReport;
let markdown: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-report-'));
  workspace = await makeScanWorkspace(join(folder, 'repo'));
  const input = scanTool.input.parse({ report: true, known: KNOWN, index: join(folder, 'index.db') });
  result = await scanTool.run(input, {
    emit: () => {},
    signal: new AbortController().signal,
    clock: systemClock,
    env: { XDG_STATE_HOME: join(folder, 'state') },
    cwd: workspace.root,
    entropy: () => 1,
  });
  report = result.report!;
  markdown = scanPrinter.text(result, { color: 'off', columns: 80 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const classOf = (rule: string) => report.classes.find((one) => one.rule === rule)!;
const placeOf = (rule: string, name: string): ClassPlace => classOf(rule).places.find((one) => one.name === name)!;

/** What its author wrote above each test. */
function labelled(label: string): readonly string[] {
  const files = [
    ...new Set(report.classes.flatMap(({ places }) => places.flatMap(({ tests }) => tests.map(({ file }) => file)))),
  ];
  return files.flatMap((file) => {
    const text = readFileSync(join(workspace.root, file), 'utf8');
    const tests = text.matchAll(/\/\/\/ reaches: (.*)\n\s*#\[test\]\n\s*fn (\w+)/g);
    return [...tests].filter((match) => match[1]!.split(', ').includes(label)).map((match) => `${file} ${match[2]}`);
  });
}

test('finds the three classes, the gravest first', () => {
  expect(report.classes.map(({ rule, sure, may }) => ({ rule, sure, may }))).toEqual([
    { rule: 'rust/name-from-clock', sure: 95, may: 1 },
    { rule: 'rust/unseeded-random', sure: 20, may: 0 },
    { rule: 'rust/wall-clock', sure: 95, may: 1 },
  ]);
});

describe.each([
  ['database', 'SqlitePersistence::new_in_memory'],
  ['session-token', 'generate_session_token'],
  ['bootstrap-token', 'bootstrap_token'],
])('%s', (label, name) => {
  test('every test that reaches it is listed, and none that does not, in the data and in the text', () => {
    const { tests } = placeOf('rust/name-from-clock', name);
    const names = tests.map((one) => `${one.file} ${one.name.split('::').at(-1)}`);
    expect(names.toSorted()).toEqual(labelled(label).toSorted());
    const section = markdown.split(`#### \`${name}\``)[1]!.split('**Mitigation history**')[0]!;
    for (const { name: own, line } of tests) expect(section).toContain(`\`${own}\` :${line}`);
    expect([...section.matchAll(/` :\d+/g)]).toHaveLength(tests.length);
  });
});

test('tells the tests that only may reach a place apart, and through which helper the others do', () => {
  const { tests, sure, may } = placeOf('rust/name-from-clock', 'SqlitePersistence::new_in_memory');
  expect([sure, may]).toEqual([94, 1]);
  const through = (file: string) => [
    ...new Set(tests.filter((one) => one.file.endsWith(file)).map((one) => one.through)),
  ];
  expect(through('api_tests.rs')).toEqual(['setup_test_persistence', 'setup_with_year']);
  expect(through('operator_tests.rs').filter((name) => name === null)).toEqual([null]);
  expect(markdown).toMatch(/May reach it:\n\n- `[^`]*operator_tests.rs`, 1 test through `SqlitePersistence::default`/);
});

test('shows the mechanism with the numbers of its lines', () => {
  const text = readFileSync(join(workspace.root, 'crates/persistence/src/lib.rs'), 'utf8').split('\n');
  const { code, findings } = placeOf('rust/name-from-clock', 'SqlitePersistence::new_in_memory');
  expect(code.text).toBe(text.slice(code.line - 1, code.line - 1 + code.text.split('\n').length).join('\n'));
  const { line } = findings[0]!;
  expect(markdown).toContain(`\n${line}  ${text[line - 1]}\n`);
});

test('knows both states that the code was in before, and that the last change did not solve it', () => {
  const { history, status } = placeOf('rust/name-from-clock', 'SqlitePersistence::new_in_memory');
  const [shared, byClock] = workspace.commits;
  expect(history.commits.map(({ hash, how }) => ({ hash, how }))).toEqual([
    { hash: byClock, how: 'touched' },
    { hash: shared, how: 'touched' },
  ]);
  expect(history.commits[0]).toMatchObject({
    date: '2025-06-12',
    subject: 'Phase 24A: a database per test, named by nanoseconds',
  });
  expect(history.commits[0]!.before).toContain('file:memdb?mode=memory&cache=shared');
  expect(history.commits[0]!.before).not.toContain('SystemTime');
  expect(history.commits[0]!.after).toContain('format!("memdb_{nanos}")');
  expect(history.commits[1]!.after).toBe(history.commits[0]!.before);
  expect(status).toBe('replaced-an-earlier-state');
  expect(placeOf('rust/unseeded-random', 'bootstrap_token').status).toBe('as-first-written');
  for (const commit of workspace.commits) expect(markdown).toContain(commit.slice(0, 12));
  expect(markdown).toContain('Self::open("file:memdb?mode=memory&cache=shared")');
});

test('recommends the atomic counter, with its code, and names the others with what each costs', () => {
  const { options } = classOf('rust/name-from-clock');
  expect(options.map(({ name, recommended }) => [name, recommended])).toEqual([
    ['an atomic counter', true],
    ['let the system choose', false],
    ['a random id', false],
  ]);
  expect(options[0]!.code).toContain('fetch_add(1, Ordering::Relaxed)');
  for (const { pros, cons } of options) expect(Math.min(pros.length, cons.length)).toBeGreaterThan(0);
  expect(markdown).toContain('**Recommendation**: an atomic counter');
});

test('finds the known tests where they are, and says so when one does not exist', () => {
  const at = report.known.map(({ locations }) => locations.map(({ file }) => file));
  expect(at).toEqual([
    ['crates/api/src/auth.rs', 'crates/server/src/main.rs'],
    ['crates/persistence/src/tests/bootstrap_tests.rs'],
    [],
  ]);
  expect(report.known[1]!.classes).toEqual(['rust/name-from-clock', 'rust/wall-clock']);
  expect(report.known[1]!.hypothesis[0]!.says).toContain('`SqlitePersistence::new_in_memory`');
  expect(markdown).toContain('**Location**: not found in the code');
});

test('every statement about the code points at a line that exists', () => {
  const lines = new Map<string, number>();
  const exists = (at: Pointer): boolean => {
    if ('commit' in at) return workspace.commits.includes(at.commit);
    if ('caseId' in at) return false;
    const known = lines.get(at.file) ?? readFileSync(join(workspace.root, at.file), 'utf8').split('\n').length;
    lines.set(at.file, known);
    return at.line >= 1 && at.line <= known;
  };
  const statements: readonly Statement[] = [
    ...report.summary,
    ...report.known
      .filter(({ locations }) => locations.length > 0)
      .flatMap((one) => [...one.observed, ...one.symptom, ...one.hypothesis, ...one.evidence]),
    ...report.classes.flatMap(({ status }) => status),
    ...report.hypotheses.flatMap((one) => [...one.for, ...one.against]),
  ];
  expect(statements.length).toBeGreaterThan(20);
  expect(statements.filter(({ at }) => at.length === 0 || !at.every(exists))).toEqual([]);
});

test('helpers that lead to a source are candidates of the same risk, with how many tests use them', () => {
  const helper = report.candidates.find(({ title }) => title.includes('`setup_test_persistence`'))!;
  expect(helper).toMatchObject({ risk: 'high', count: 26 });
  expect(helper.places[0]!.code).toContain('new_in_memory');
  expect(report.candidates.find(({ title }) => title.includes('relies on an id'))).toMatchObject({
    risk: 'low',
    count: 10,
  });
});

test('ticks only what is true', () => {
  const met = (part: string) => report.criteria.find(({ says }) => says.includes(part))!.met;
  expect(report.criteria.filter(({ says }) => says.startsWith('A source is identified'))).toHaveLength(3);
  expect(met('Several tests share a cause')).toBe(true);
  expect(met('tried before')).toBe(true);
  expect(met('a fix with code')).toBe(true);
  // One of the three that were named does not exist, and nothing was run.
  expect(met('was found in the code')).toBe(false);
  expect(met('proved by runs')).toBe(false);
  expect(markdown).toContain('- [ ] The cause of every known flaky test is proved by runs (0 of 3 known tests)');
});

test('every command that it asks to run is one that we have, with one word behind it', () => {
  const commands = [
    ...report.diagnostics.map(({ command }) => command),
    ...report.hypotheses.map(({ decidedBy }) => decidedBy),
  ];
  expect(commands.length).toBeGreaterThan(4);
  const taken = new Map(TOOLS.map(({ command }) => [command, true]));
  for (const line of commands) {
    const [, command, argument] = /^unflake ([\w-]+)(?: ('[^']*'|[\w:./-]+))?$/.exec(line) ?? [];
    expect([line, taken.get(command!)]).toEqual([line, true]);
    expect([line, argument !== undefined]).toEqual([line, command === 'diagnose' || command === 'replay']);
  }
});

test('is the same as data', () => {
  expect(JSON.parse(scanPrinter.text({ ...result, format: 'json' }, { color: 'off', columns: 80 }))).toEqual(
    JSON.parse(JSON.stringify(report)),
  );
});

test('as SARIF it is valid, and every finding leads to tests that reach it', () => {
  const log = JSON.parse(scanPrinter.text({ ...result, format: 'sarif' }, { color: 'off', columns: 80 }));
  expect(sarifErrors(log)).toEqual([]);
  const results: readonly { readonly relatedLocations: readonly unknown[] }[] = log.runs[0].results;
  expect(results).toHaveLength(18);
  expect(results.filter(({ relatedLocations }) => relatedLocations.length === 0)).toEqual([]);
});
