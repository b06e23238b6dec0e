/** Which tests a change touches, on a real index of a small project. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReach } from '../../../../../src/scan/reach/open-reach.ts';
import { touchedTests } from '../../../../../src/tools/lib/certify/touched.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-touched-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FILES = {
  'app/price.py': 'def price(name):\n    return look_up(name)\n\n\ndef look_up(name):\n    return 3\n',
  'tests/test_cart.py':
    'from app.price import price\n\nTAX = 7\n\n\ndef cart():\n    return [price("tea")]\n\n\ndef test_total():\n    assert sum(cart()) == 3\n\n\ndef test_empty():\n    assert sum([]) == 0\n',
  'tests/test_direct.py': 'from app.price import look_up\n\n\ndef test_look_up():\n    assert look_up("tea") == 3\n',
};

async function touched(file: string, line: number, added = false, endLine = line) {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const files = Object.keys(FILES);
  const { graph } = await openReach({ root: folder, files, index: join(folder, 'index.db'), nowMs: 0 });
  const lines = new Map([[file, [{ line, endLine, added }]]]);
  const found = touchedTests(graph, lines, () => true);
  return found.map((one) => `${one.why} ${one.distance} ${one.file}:${one.line}`);
}

test('a changed line of a test is that test alone; added lines all over it make it new', async () => {
  expect(await touched('tests/test_cart.py', 11)).toEqual(['changed 0 tests/test_cart.py:10']);
  expect(await touched('tests/test_cart.py', 10, true, 11)).toEqual(['new 0 tests/test_cart.py:10']);
});

test('a helper concerns the tests of its file that call it', async () => {
  expect(await touched('tests/test_cart.py', 7)).toEqual(['helper 1 tests/test_cart.py:10']);
});

test('what stands in the file itself concerns all its tests', async () => {
  expect(await touched('tests/test_cart.py', 3)).toEqual([
    'helper 1 tests/test_cart.py:10',
    'helper 1 tests/test_cart.py:14',
  ]);
});

test('product code concerns the tests that reach it, the nearest first', async () => {
  expect(await touched('app/price.py', 6)).toEqual([
    'reaches 1 tests/test_direct.py:4',
    'reaches 3 tests/test_cart.py:10',
  ]);
});
