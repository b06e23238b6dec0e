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

test('a database that is not there is named in one fault, without its password', async () => {
  const nowhere = `postgres://unflake:secret@/tests?host=${encodeURIComponent(join(folder, 'nowhere'))}`;
  const { code, stderr } = await place.run(['cases', '--store', nowhere, '--quiet']);
  expect(code).toBe(10);
  expect(stderr).toMatch(/the store postgres:\/\/unflake@\/tests\?host=\S+ cannot be used: nothing answers there/);
  expect(stderr).not.toContain('secret');
});
