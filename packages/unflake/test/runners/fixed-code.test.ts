/** What `scan --fix` writes, held against the languages' own tools: it compiles where it can, and at least reads. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batsProgram } from '../../../../scripts/toolchains/bats.mjs';
import { goProgram } from '../../../../scripts/toolchains/go.mjs';
import { pythonWithPytest } from '../../../../scripts/toolchains/python.mjs';
import { cargoProgram } from '../../../../scripts/toolchains/rust.mjs';
import { FIXED } from '../unit/scan/fix/samples.ts';

const run = promisify(execFile);
const ofLanguage = (language: string) => FIXED.filter(({ rule }) => rule.startsWith(`${language}/`));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-fixed-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(language: string, rename = (name: string) => name): readonly string[] {
  const place = join(folder, language);
  mkdirSync(place, { recursive: true });
  return ofLanguage(language).map(({ file, after }) => {
    const path = join(place, rename(basename(file)));
    writeFileSync(path, after);
    return path;
  });
}

test('Python compiles it', async () => {
  const files = written('python');
  await run(await pythonWithPytest(), ['-m', 'py_compile', ...files]);
  expect(files.length).toBeGreaterThan(4);
});

test('Node reads it', async () => {
  const files = written('javascript', (name) => name.replace(/\.[jt]s$/, '.mjs'));
  for (const file of files) await run(process.execPath, ['--check', file]);
  expect(files.length).toBeGreaterThan(1);
});

test('Go compiles it, imports and all', async () => {
  const files = written('go');
  const place = dirname(files[0]!);
  writeFileSync(join(place, 'go.mod'), 'module example.invalid/shop\n\ngo 1.19\n');
  writeFileSync(
    join(place, 'check_test.go'),
    'package shop\n\nimport "testing"\n\nfunc check(t *testing.T, _ ...interface{}) { t.Helper() }\n',
  );
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
  await run(await goProgram(), ['test', '-vet=off', '-run', '^$', './...'], { cwd: place, env });
  expect(files.length).toBeGreaterThan(2);
});

test('Rust compiles what needs no crate', async () => {
  const rustc = join(dirname(await cargoProgram()), 'rustc');
  const files = written('rust').filter((path) => !/\brand\b/.test(ofFile(path)));
  for (const file of files) {
    const out = ['--out-dir', dirname(file), '--emit', 'metadata', '--edition', '2021', '-D', 'warnings'];
    await run(rustc, [...(ofFile(file).includes('#[test]') ? ['--test'] : ['--crate-type', 'lib']), ...out, file]);
  }
  expect(files.map((file) => basename(file)).sort()).toEqual(['server.rs', 'store.rs']);
});

const ofFile = (path: string) => ofLanguage('rust').find(({ file }) => basename(file) === basename(path))!.after;

test('BATS reads it', async () => {
  const bats = await batsProgram();
  const files = written('shell');
  for (const file of files) {
    const { stdout } = await run(bats, ['--count', file]);
    expect(Number(stdout)).toBeGreaterThan(0);
  }
});
