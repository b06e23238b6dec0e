/** What people paste finds the test: a table of texts for each runner, against ids as that runner's adapter makes them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFault } from '../../../../src/contract/faults.ts';
import { testId } from '../../../../src/contract/test-id.ts';
import { runnerNamed } from '../../../../src/runners/index.ts';
import { resolveTest } from '../../../../src/tools/lib/resolve-test.ts';
import { PASTED } from './pasted-texts.ts';

let repository: string;
let folder: string;
beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'unflake-pasted-'));
  folder = join(repository, 'services', 'api');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), 'module example.com/mod\n\ngo 1.22\n');
});
afterAll(() => rmSync(repository, { recursive: true }));

/** The first word of a table's title is the runner. */
const place = (title: string) => {
  const { names } = runnerNamed(title.split(' ')[0]!)!;
  return { names, cwd: folder, root: folder, folder };
};

async function found(text: string, runner: string, ids: readonly string[]) {
  try {
    return await resolveTest(text, ids.map(testId), place(runner));
  } catch (error) {
    if (!isFault(error)) throw error;
    return { code: error.code, message: error.message, ...error.details };
  }
}

describe.each(Object.entries(PASTED))('%s', (runner, { ids, texts, several, none }) => {
  test.each(Object.entries(texts))('%j', async (text, id) => {
    expect(ids).toContain(id);
    expect(await found(text, runner, ids)).toBe(id);
  });

  test.each(Object.entries(several))('%j could be several', async (text, near) => {
    expect(await found(text, runner, ids)).toMatchObject({ code: 'UNKNOWN_TEST', near, matches: near.length });
  });

  test.each(none)('%j is none', async (text) => {
    expect(await found(text, runner, ids)).toMatchObject({ code: 'UNKNOWN_TEST', matches: 0 });
  });

  test.each(ids)('%j, as we print it, is itself', async (id) => {
    expect(await found(id, runner, ids)).toBe(id);
    // Quoted as in a fault, or for a shell.
    expect(await found(`\`${id}\``, runner, ids)).toBe(id);
    expect(await found(`'${id}'`, runner, ids)).toBe(id);
  });
});

test('an id with the path of its package is that test, and not a second one of the same name', async () => {
  const ids = ['test/x.js > takes', 'test/x.js > takes\\#2'].map(testId);
  const inPackage = { ...place('jest'), root: repository };
  expect(await resolveTest('services/api/test/x.js > takes', ids, inPackage)).toBe(ids[0]);
  expect(await resolveTest('services/api/test/x.js > takes\\#2', ids, inPackage)).toBe(ids[1]);
});

describe('where the path begins', () => {
  const ids = ['test_cart.py::test_total', 'unit/test_cart.py::test_total', 'unit/test_tax.py::test_tax'];
  const from = (cwd: string, text: string) =>
    resolveTest(text, ids.map(testId), {
      names: runnerNamed('pytest')!.names,
      cwd,
      root: '/repo/api',
      folder: '/repo/api/tests',
    });

  test.each([
    ['/repo', 'api/tests/test_cart.py::test_total', 'test_cart.py::test_total'],
    ['/repo/api', 'tests/test_cart.py::test_total', 'test_cart.py::test_total'],
    ['/repo/api', 'api/tests/unit/test_cart.py::test_total', 'unit/test_cart.py::test_total'],
    ['/repo/api/tests/unit', 'test_tax.py::test_tax', 'unit/test_tax.py::test_tax'],
    ['/repo/api/tests/unit', '../test_cart.py::test_total', 'test_cart.py::test_total'],
    ['/repo/api/tests/unit', './test_cart.py::test_total', 'unit/test_cart.py::test_total'],
    ['/elsewhere', '/repo/api/tests/unit/test_cart.py::test_total', 'unit/test_cart.py::test_total'],
    ['/elsewhere', '/repo/api/tests/test_cart.py::test_total', 'test_cart.py::test_total'],
    ['/elsewhere', '/home/ci/checkout/api/tests/unit/test_tax.py::test_tax', 'unit/test_tax.py::test_tax'],
    ['/repo', 'FAILED api/tests/unit/test_cart.py::test_total - assert 1', 'unit/test_cart.py::test_total'],
  ])('in %s, %s is %s', async (cwd, text, id) => {
    expect(await from(cwd, text)).toBe(id);
  });
});

describe('what a fault says', () => {
  const many = Array.from({ length: 12 }, (_, at) => `t.py::TestMany::test_${at}`);

  test('lists at most ten tests, one a line, and counts the rest', async () => {
    expect(await found('TestMany', 'pytest', many)).toMatchObject({
      message: ['`TestMany` contains 12 tests; name one of them:', ...many.slice(0, 10), '… and 2 more'].join('\n'),
      near: many.slice(0, 10),
      matches: 12,
    });
  });

  test('says what a part is contained in', async () => {
    expect(await found('test_1', 'pytest', ['t.py::test_10', 't.py::test_11'])).toMatchObject({
      message: '2 tests contain `test_1`:\nt.py::test_10\nt.py::test_11',
    });
  });

  test('suggests what is near to the name in a pasted line, and quotes only its first line', async () => {
    const text = 'FAILED t.py::TestMany::test_totl - assert\n  more\n';
    expect(await found(text, 'pytest', ['t.py::TestMany::test_total', 't.py::other'])).toEqual({
      code: 'UNKNOWN_TEST',
      message: 'no test is named `FAILED t.py::TestMany::test_totl - assert …`; similar: `t.py::TestMany::test_total`',
      test: text,
      near: ['t.py::TestMany::test_total'],
      matches: 0,
    });
  });
});
