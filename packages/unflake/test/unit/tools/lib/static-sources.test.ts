/** What a diagnosis learns about the code of its test: only what the test certainly runs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemClock } from '@unflake/testkit/clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { staticSources } from '../../../../src/tools/lib/static-sources.ts';

/** Less than a test may take, and longer than the scan takes on a busy machine. */
const WITHIN_MS = 50_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-sources-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  const path = join(folder, 'project', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const sourcesOf = async (id: string, index = join(folder, 'index.db')) => {
  const context = { clock: systemClock, signal: new AbortController().signal };
  const found = await staticSources(join(folder, 'project'), id, index, context, WITHIN_MS);
  return found.map(({ rule, file, line }) => `${rule} ${file}:${line}`);
};

beforeEach(() => {
  write('app/dice.py', 'import random\n\n\ndef roll():\n    return random.randint(1, 6)\n');
  write('app/clock.py', 'import time\n\n\ndef stamp():\n    return time.time()\n');
  write(
    'tests/test_game.py',
    'from app.clock import stamp\nfrom app.dice import roll\n\n\ndef turn():\n    return roll()\n\n\ndef test_turn():\n    assert turn() < 7\n\n\ndef test_stamp():\n    assert stamp() > 0\n\n\ndef test_nothing():\n    assert 1 + 1 == 2\n',
  );
});

test('names the sources that the test reaches, through helpers and files, and no others', async () => {
  expect(await sourcesOf('tests/test_game.py::test_turn')).toEqual(['python/unseeded-random app/dice.py:5']);
  expect(await sourcesOf('tests/test_game.py::test_stamp')).toEqual(['python/wall-clock app/clock.py:5']);
  expect(await sourcesOf('tests/test_game.py::test_nothing')).toEqual([]);
});

test('a test that is not found in the code, or could be several, has none', async () => {
  write('other/test_more.py', 'from app.dice import roll\n\n\ndef test_turn():\n    assert roll()\n');
  expect(await sourcesOf('test_gone')).toEqual([]);
  expect(await sourcesOf('test_turn')).toEqual([]);
});

test('an index that cannot be written is not a reason to fail', async () => {
  writeFileSync(join(folder, 'file'), '');
  expect(await sourcesOf('tests/test_game.py::test_turn', join(folder, 'file', 'index.db'))).toEqual([]);
});
