/** `index`, `index-status`, `search` and `scan --reach` on a small project in a folder of its own. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildIndexTool } from '../../../src/tools/build-index.ts';
import { indexStatusTool } from '../../../src/tools/index-status.ts';
import type { ToolContext } from '../../../src/tools/lib/tool.ts';
import { scanTool } from '../../../src/tools/scan.ts';
import { searchTool } from '../../../src/tools/search.ts';
import { sampleContext } from './sample-tool.ts';

let folder: string;
let root: string;
let index: string;
let context: ToolContext;

const FILES = {
  'app/clock.py': 'import time\n\n\ndef stamp():\n    return time.time()\n',
  'app/store.py': 'from app.clock import stamp\n\n\nclass Store:\n    def open_store(self):\n        return stamp()\n',
  'tests/test_store.py':
    'from app.store import Store\n\n\ndef test_open_store():\n    store = Store()\n    store.open_store()\n\n\ndef test_plain():\n    assert True\n',
  'notes.md': 'open_store is explained here\n',
};

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'unflake-index-')));
  root = join(folder, 'project');
  index = join(folder, 'state', 'index.db');
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  context = { ...sampleContext(), cwd: root };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Long before the time of the sample context, so that files count as settled. */
const SETTLED = new Date(Date.UTC(2025, 0, 1));

function write(path: string, text: string, at = SETTLED): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  utimesSync(join(root, path), at, at);
}

const build = (more = {}) => buildIndexTool.run({ index, fresh: false, ...more }, context);
const status = () => indexStatusTool.run({ index }, context);
const find = (query: string, more = {}) => searchTool.run({ index, query, most: 20, asIs: false, ...more }, context);

test('the first build reads every file in a language of ours, the next none', async () => {
  expect(await build()).toMatchObject({ files: 3, lines: 21, tests: 2, definitions: 5, read: 3, removed: 0 });
  expect(await build()).toMatchObject({ files: 3, read: 0, removed: 0, complete: true });
});

test('a changed file is read alone, a touched one is not read again, a deleted one is dropped', async () => {
  await build();
  write('app/clock.py', FILES['app/clock.py'].replace('stamp', 'stamps'), new Date(Date.UTC(2025, 1, 1)));
  write('app/store.py', FILES['app/store.py'], new Date(Date.UTC(2025, 1, 1)));
  rmSync(join(root, 'tests/test_store.py'));
  expect(await status()).toMatchObject({ stale: { changed: 2, added: 0, removed: 1 } });
  expect(await build()).toMatchObject({ files: 2, read: 1, removed: 1, tests: 0 });
  expect(await status()).toMatchObject({ stale: { changed: 0, added: 0, removed: 0 } });
});

test('a change that keeps size and time is seen as long as the file is not settled', async () => {
  const now = new Date(context.clock.currentTimeMillis());
  write('app/clock.py', FILES['app/clock.py'], now);
  await build();
  write('app/clock.py', FILES['app/clock.py'].replace('stamp', 'stomp'), now);
  expect(await build()).toMatchObject({ read: 1 });
});

test('an index that is damaged is made again', async () => {
  await build();
  const whole = readFileSync(index);
  writeFileSync(index, Buffer.concat([whole.subarray(0, 100), Buffer.alloc(whole.length - 100, 'x')]));
  for (const file of [`${index}-wal`, `${index}-shm`]) rmSync(file, { force: true });
  expect(await build()).toMatchObject({ read: 3 });
});

test.each([
  ['a text', () => writeFileSync(index, 'the only copy of something, and long enough to be looked at'.repeat(10))],
  ['a short text', () => writeFileSync(index, 'notes')],
  [
    'a database of someone else',
    () => new DatabaseSync(index).exec('PRAGMA user_version = 1; CREATE TABLE orders (id)'),
  ],
])('%s that was named as the index is refused and left as it is', async (_what, make) => {
  mkdirSync(dirname(index));
  make();
  const before = readFileSync(index);
  for (const tried of [() => build(), () => build({ fresh: true }), () => find('Store'), () => status()]) {
    await expect(tried()).rejects.toMatchObject({ code: 'STORE_UNREADABLE' });
  }
  expect(readFileSync(index).equals(before)).toBe(true);
});

test('a folder that was named as the index is refused', async () => {
  mkdirSync(index, { recursive: true });
  for (const fresh of [false, true]) await expect(build({ fresh })).rejects.toMatchObject({ code: 'STORE_UNREADABLE' });
});

test('a missing index is reported, and not created by a query', async () => {
  expect(await status()).toEqual({ root, index, exists: false });
  expect(existsSync(index)).toBe(false);
});

test('an interrupted build says so and continues from there', async () => {
  const stopped = { ...context, signal: AbortSignal.abort() };
  const result = await buildIndexTool.run({ index, fresh: false }, stopped);
  expect(result.complete).toBe(false);
  expect(buildIndexTool.exitCode(result)).toBe(130);
  expect(await build()).toMatchObject({ files: 3, complete: true });
});

test('the status counts calls by how certain they are', async () => {
  await build();
  expect(await status()).toMatchObject({
    exists: true,
    refreshedAt: '2026-01-02T03:04:05.000Z',
    calls: { sure: 3, may: 0, outside: 1, unresolved: 0 },
  });
});

test('search finds names before text, and the nearest first', async () => {
  const { hits, found } = await find('open_store');
  expect(hits.map(({ what, name, file, line }) => `${what} ${file}:${line} ${name}`)).toEqual([
    'method app/store.py:5 Store.open_store',
    'test tests/test_store.py:4 test_open_store',
    'text app/store.py:5 def open_store(self):',
    'text notes.md:1 open_store is explained here',
    'text tests/test_store.py:6 store.open_store()',
    'text tests/test_store.py:4 def test_open_store():',
  ]);
  expect(found).toBe(6);
});

test('search finds words in any spelling, only what was asked for, and says how many more there are', async () => {
  const words = await find('open store', { in: ['tests'] });
  expect(words.hits.map(({ name }) => name)).toEqual(['test_open_store']);
  const few = await find('store', { most: 1 });
  expect(few.hits).toHaveLength(1);
  expect(few.found).toBeGreaterThan(1);
  expect((await find('unmentioned')).hits).toEqual([]);
});

test('scan --reach says for each finding which tests reach it, and how', async () => {
  const { findings } = await scanTool.run(scanTool.input.parse({ paths: ['app'], reach: true, index }), context);
  const clock = findings.find(({ rule }) => rule === 'python/wall-clock');
  expect(clock?.reachedBy).toEqual({
    sure: 1,
    may: 0,
    tests: [{ file: 'tests/test_store.py', line: 4, name: 'test_open_store', sure: true }],
    path: [
      { file: 'tests/test_store.py', line: 6, name: 'test_open_store', sure: true },
      { file: 'app/store.py', line: 6, name: 'Store::open_store', sure: true },
      { file: 'app/clock.py', line: 5, name: 'stamp', sure: true },
    ],
    unresolved: 0,
  });
});
