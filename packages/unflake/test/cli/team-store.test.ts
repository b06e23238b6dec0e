/** A store in PostgreSQL through the command line: the same commands, and a server that restarts in the middle. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from '../../../../scripts/toolchains/postgres.mjs';
import { Place } from './unflake.ts';

let folder: string;
let server: Awaited<ReturnType<typeof startPostgres>>;
let place: Place;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pg-'));
  server = await startPostgres(folder);
  place = new Place().fixture('victim-one', 'node-test');
  const store = server.address.replace('unflake@', 'unflake:secret@');
  writeFileSync(join(place.subject, 'unflake.config.json'), JSON.stringify({ store }));
});
afterAll(async () => {
  place.remove();
  await server.stop();
  await rm(folder, { recursive: true });
});

const VICTIM = 'shop.test.js > totals the cart';

test('a diagnosis outlives a restart of its database, and others see it there', async () => {
  const running = place.start(['diagnose', VICTIM, '--trials', '12', '--seed', '5']);
  let shown = '';
  running.child.stderr!.on('data', (piece: string) => (shown += piece));
  await until(() => shown.includes('isolate'), { within: 120_000, every: 20 });
  await server.restart();
  const { stdout, stderr } = await running.answer;
  expect(stdout, stderr).toContain(VICTIM);
  const caseId = /case (c-\w+)/.exec(stdout)![1]!;
  expect((await place.run(['cases'])).stdout).toContain(caseId);
  const status = await place.run(['store', 'status']);
  expect(status.stdout).toMatch(/^kind +PostgreSQL \d+/m);
  expect(status.stdout).toMatch(/^holds +1 case, 0 hunts, 0 certifications, \d+ trials$/m);
  const file = join(place.folder, 'mine.db');
  const copied = await place.run(['store', 'copy', server.address, file, '--json']);
  expect(JSON.parse(copied.stdout)).toMatchObject({ ok: true, result: { copied: [caseId], unchanged: [] } });
  expect((await place.run(['case', caseId, '--store', file])).stdout).toContain(VICTIM);
  for (const said of [stdout, stderr, status.stdout, copied.stdout]) expect(said).not.toContain('secret');
});

test('the history of CI is in the database, as in a file, and goes from one to the other', async () => {
  const report = (failed: boolean) =>
    `<testsuites><testsuite name="s"><testcase classname="a.test.ts" name="waits" time="0.1">${failed ? '<failure message="late"/>' : ''}</testcase></testsuite></testsuites>`;
  const file = join(place.folder, 'laptop.db');
  for (const [store, commit, failed] of [
    [file, 'c1', true],
    [server.address, 'c2', false],
  ] as const) {
    writeFileSync(join(place.subject, 'r.xml'), report(failed));
    // Twice: the second counts nothing.
    for (const results of [1, 0]) {
      const put = await place.run(['ingest', 'r.xml', '--store', store, '--commit', commit, '--run', commit, '--json']);
      expect(JSON.parse(put.stdout), put.stderr).toMatchObject({ ok: true, result: { results } });
    }
  }
  const copied = await place.run(['store', 'copy', file, server.address]);
  expect(copied.stdout, copied.stderr).toMatch(/^history +1 result of 1 run$/m);
  const again = await place.run(['store', 'copy', file, server.address]);
  expect(again.stdout, again.stderr).toMatch(/^history +0 results of 0 runs, 1 there already$/m);
  const { result } = JSON.parse((await place.run(['history', 'a.test.ts > waits', '--json'])).stdout);
  expect(result.test).toMatchObject({ test: 'a.test.ts > waits', timeline: [{}, {}] });
  expect((await place.run(['store', 'status'])).stdout).toMatch(/^history +2 results, \d tests?, 2 runs$/m);
  expect((await place.run(['quarantine', 'check', '--json'])).code).toBe(0);
  const pruned = await place.run(['history', 'prune', '--keep-days', '1', '--dry-run', '--json']);
  expect(JSON.parse(pruned.stdout)).toMatchObject({ ok: true, result: { results: 0, size: { results: 2 } } });
});

test('a database that is not there is named in one fault, without its password', async () => {
  const nowhere = `postgres://unflake:secret@/tests?host=${encodeURIComponent(join(folder, 'nowhere'))}`;
  const { code, stderr } = await place.run(['cases', '--store', nowhere, '--quiet']);
  expect(code).toBe(10);
  expect(stderr).toMatch(/the store postgres:\/\/unflake@\/tests\?host=\S+ cannot be used: nothing answers there/);
  expect(stderr).not.toContain('secret');
});
