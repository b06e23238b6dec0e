import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { independent, sequential } from '../../../../src/scan/suite/samples.ts';
import type { SuiteText } from '../../../../src/scan/suite/suite.ts';
import { validateSuite } from '../../../../src/scan/suite/validate-suite.ts';
import { loadParser, type Parse } from '../../../../src/scan/syntax/parser.ts';

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser(['bash']);
});

const short = (files: readonly SuiteText[]) =>
  validateSuite(files, parse).map(({ rule, file, line, message }) => `${file}:${line} ${rule} ${message}`);

const FIXTURE = new URL('../../../../../../fixtures/env-suite/', import.meta.url);

test('our own suite of layered tests keeps the contract', () => {
  const files = readdirSync(FIXTURE)
    .sort()
    .filter((name) => /\.(?:bats|bash)$/.test(name))
    .map((name) => ({ path: `test/${name}`, text: readFileSync(new URL(name, FIXTURE), 'utf8') }));
  expect(files.length).toBeGreaterThan(12);
  expect(short(files)).toEqual([]);
});

test('a new file without any of the calls is told all three that are missing, at its place', () => {
  const files = [{ path: 'test/00-new.bats', text: 'load helpers\n\n@test "shop" {\n  assert_file_exists x\n}\n' }];
  expect(short(files)).toEqual([
    'test/00-new.bats:1 env/loaded-environment does not load its own environment in setup',
    'test/00-new.bats:1 env/marked-complete is not marked complete in teardown_file',
    'test/00-new.bats:1 env/sequential-setup shares its environment, and does not call setup_sequential_test in setup_file',
  ]);
});

test('findings come in order of place, whatever order the files come in', () => {
  const files = [sequential('00-shop', [], { teardownFile: '' }), independent('test-till', 'sequential')];
  expect(short(files.toReversed())).toEqual(short(files));
  expect(short(files).map((line) => line.split(' ')[0])).toEqual(['test/00-shop.bats:1', 'test/test-till.bats:4']);
});

test('a finding names the test it stands in, and the code', () => {
  const [finding] = validateSuite([independent('test-shop', 'shop', [], { body: ['make || true'] })], parse);
  expect(finding).toMatchObject({ rule: 'env/ignored-status', test: 'shop', code: 'make || true', severity: 'error' });
});

test('a comment allows a rule when it gives a reason', () => {
  const body = ['# unflake-allow env/raw-echo: this test is about echo', 'echo shop'];
  expect(short([independent('test-shop', 'shop', [], { body })])).toEqual([]);
  const bare = ['# unflake-allow env/raw-echo', 'echo shop'];
  expect(short([independent('test-shop', 'shop', [], { body: bare })]).join('\n')).toMatch(/allowed-without-reason/);
});

test('what is about a file as a whole is allowed before its first command, and nowhere else', () => {
  const gap = (before: string, after: string) => {
    const { path, text } = sequential('10-shop');
    return short([{ path, text: `${before}${text}${after}` }]).map((line) => line.split(' ')[1]);
  };
  const comment = '# unflake-allow env/numbering: numbered by tens, to leave room\n';
  expect(gap('', '')).toEqual(['env/numbering']);
  expect(gap(`#!/usr/bin/env bats\n${comment}\n`, '')).toEqual([]);
  expect(gap('', comment)).toEqual(['env/numbering']);
});

test('syntax that is not a syntax does not throw', () => {
  expect(() => short([{ path: 'test/00-shop.bats', text: 'setup_file() {\n  if then\n@test "x {\n' }])).not.toThrow();
});
