import { expect, test } from 'vitest';
import { printerFor } from '../../../src/cli/printers/index.ts';
import type { WorkersResult } from '../../../src/tools/lib/workers/results.ts';

const print = async (result: WorkersResult) =>
  (await printerFor('workers')).text(result, { color: 'off', columns: 100 } as const);

const one: WorkersResult['workers'][number] = {
  worker: 'w-1jx0k9e',
  machine: 'build-1',
  pid: 4711,
  platform: 'linux-x64',
  root: '/srv/shop',
  state: 'runs',
  startedAt: '2026-11-19T09:58:12.000Z',
  seenAt: '2026-11-19T10:02:43.000Z',
  runs: {
    what: 'h-5z5b8c t-13, hunt: shuffled, reversed, other settings, 3 copies',
    since: '2026-11-19T10:02:41.000Z',
  },
};
const none: WorkersResult = {
  kind: 'PostgreSQL',
  store: 'postgres://db.example/tests',
  at: '2026-11-19T10:02:44.000Z',
  workers: [],
  work: [],
};

test('a line a worker: what it runs since when, and its last sign of life; then the work and who refuses it', async () => {
  const result: WorkersResult = {
    ...none,
    workers: [
      one,
      { ...one, worker: 'w-zx81h3', machine: 'build-2', pid: 905, state: 'waits', runs: null },
      { ...one, worker: 'w-k3', machine: 'build-3', pid: 7, state: 'lost', seenAt: '2026-11-19T10:01:00.000Z' },
    ],
    work: [
      {
        caseId: 'h-5z5b8c',
        commit: '3f1c20ab77e01d',
        serves: ['w-1jx0k9e'],
        refusals: [{ worker: 'w-zx81h3', why: 'it needs commit 3f1c20ab77, the worker serves 77aa01c9e2' }],
      },
    ],
  };
  expect(await print(result)).toMatchInlineSnapshot(`
    "workers    w-1jx0k9e  build-1, pid 4711  h-5z5b8c t-13, hunt: shuffled, reversed, other se…, since 10:02:41  started 09:58:12  seen 10:02:43
               w-zx81h3   build-2, pid 905   waits                                                               started 09:58:12  seen 10:02:43
               w-k3       build-3, pid 7     lost                                                                started 09:58:12  seen 10:01:00
    work       h-5z5b8c at 3f1c20ab77, 1 worker
               w-zx81h3 does not take it: it needs commit 3f1c20ab77, the worker serves 77aa01c9e2
    "
  `);
});

test('no worker, with the command that starts one', async () => {
  expect(await print(none)).toBe('workers    none; `unflake worker --store postgres://db.example/tests` starts one\n');
});

test('a file has none, and says what they need', async () => {
  expect(await print({ ...none, kind: 'SQLite', store: '/state/cases.db' })).toBe(
    'workers    none: the store is a file, and workers need a PostgreSQL database (`--store` or UNFLAKE_STORE)\n',
  );
});
