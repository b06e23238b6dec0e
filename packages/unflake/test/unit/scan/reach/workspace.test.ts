/** The workspace whose databases are named by the clock: every test that reaches a source is listed, and none that does not. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectFiles } from '../../../../src/scan/project-files.ts';
import { openReach, type Reach } from '../../../../src/scan/reach/open-reach.ts';
import { makeScanWorkspace, type ScanWorkspace } from '../scan-workspace.ts';

let folder: string;
let workspace: ScanWorkspace;
let files: readonly string[];
let reach: Reach;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-workspace-'));
  workspace = await makeScanWorkspace(join(folder, 'repo'));
  files = (await projectFiles(workspace.root)).files;
  reach = await openReach({ root: workspace.root, files, index: join(folder, 'index.db'), nowMs: 0 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What its author wrote above each test. */
function labelled(label: string): readonly string[] {
  return files.flatMap((file) => {
    const text = file.endsWith('.rs') ? readFileSync(join(workspace.root, file), 'utf8') : '';
    const tests = text.matchAll(/\/\/\/ reaches: (.*)\n\s*#\[test\]\n\s*fn (\w+)/g);
    return [...tests].filter((match) => match[1]!.split(', ').includes(label)).map((match) => `${file} ${match[2]}`);
  });
}

function place(file: string, code: RegExp): { readonly file: string; readonly line: number } {
  const lines = readFileSync(join(workspace.root, file), 'utf8').split('\n');
  return { file, line: lines.findIndex((line) => code.test(line)) + 1 };
}

test('has at least 120 tests, and a good part of them reaches nothing', () => {
  const all = ['database', 'session-token', 'bootstrap-token', 'nothing'].flatMap(labelled);
  expect(new Set(all).size).toBe(142);
  expect(reach.status.tests).toBe(142);
  expect(labelled('nothing').length).toBe(46);
  expect(labelled('database').length).toBe(95);
});

describe.each([
  ['database', 'crates/persistence/src/lib.rs', /SystemTime::now\(\)/],
  ['session-token', 'crates/api/src/auth.rs', /rand::random/],
  ['bootstrap-token', 'crates/api/src/handlers.rs', /SystemTime::now\(\)/],
])('%s', (label, file, code) => {
  test('every test that reaches it is listed, and none that does not', () => {
    const { file: at, line } = place(file, code);
    const { tests, sure, may } = reach.reaching(at, line)!;
    const names = tests.map((one) => `${one.file} ${one.name.split('::').at(-1)}`);
    expect(names.toSorted()).toEqual(labelled(label).toSorted());
    expect(sure + may).toBe(tests.length);
  });
});

test('says which are certain: all but the one that leaves the type to be inferred', () => {
  const { file, line } = place('crates/persistence/src/lib.rs', /SystemTime::now\(\)/);
  const { tests, sure } = reach.reaching(file, line)!;
  expect(sure).toBe(94);
  expect(tests.filter((one) => !one.sure).map(({ name }) => name)).toEqual([
    'test_an_unknown_operator_cannot_be_disabled',
  ]);
});

test('proves it by the calls, one by one', () => {
  const { file, line } = place('crates/api/src/handlers.rs', /SystemTime::now\(\)/);
  const { path } = reach.reaching(file, line)!;
  expect(path.map(({ name }) => name)).toEqual([
    'test_bootstrap_lets_the_first_operator_in',
    'bootstrap_login',
    'bootstrap_token',
  ]);
  for (const [index, step] of path.slice(0, -1).entries()) {
    const code = readFileSync(join(workspace.root, step.file), 'utf8').split('\n')[step.line - 1];
    expect(code).toContain(`${path[index + 1]!.name}(`);
  }
});

test('has a history in two states', () => {
  const show = (commit: string) =>
    execFileSync('git', ['-C', workspace.root, 'show', `${commit}:crates/persistence/src/lib.rs`], {
      encoding: 'utf8',
    });
  const [shared, byClock] = workspace.commits.map(show);
  expect(shared).not.toContain('SystemTime');
  expect(byClock).toContain('format!("memdb_{nanos}")');
  expect(execFileSync('git', ['-C', workspace.root, 'status', '--short'], { encoding: 'utf8' })).toBe('');
});
