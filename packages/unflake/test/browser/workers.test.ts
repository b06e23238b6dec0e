/** The page of the workers: with a database what each runs, without one what to start. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startPostgres } from '../../../../scripts/toolchains/postgres.mjs';
import { connectPostgres } from '../../src/store/postgres/connection.ts';
import { axe } from './axe.ts';
import { Dashboard, PATIENCE_MS, pressPair, type Service } from './dashboard.ts';
import { OFFERED, type SeededWorkers, seedWorkers } from './seed-workers.ts';

const dashboard = new Dashboard();
let folder: string;
let server: Awaited<ReturnType<typeof startPostgres>>;
let service: Service;
let workers: SeededWorkers | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pg-'));
  server = await startPostgres(folder);
  service = await dashboard.serve({ env: { UNFLAKE_STORE: server.address } });
});
afterEach(async () => {
  await dashboard.closePages();
  await workers?.[Symbol.asyncDispose]();
  workers = undefined;
  const db = await connectPostgres(server.address);
  for (const table of ['work', 'workers']) await db.run(`DELETE FROM ${table}`);
  await db.close();
  expect(dashboard.wrong.splice(0)).toEqual([]);
});
afterAll(async () => {
  await dashboard.remove();
  await server.stop();
  await rm(folder, { recursive: true });
});

const LOOKS = [
  ['light', { dark: false, width: 1280 }],
  ['dark and narrow', { dark: true, width: 360 }],
] as const;

test('without a database it says what workers need, and without a worker how one is started', async () => {
  const own = await dashboard.serve();
  for (const [url, title, command] of [
    [own.url, 'Workers need a PostgreSQL store', 'UNFLAKE_STORE=postgres://user@host/database unflake serve'],
    [service.url, 'No worker is running', 'unflake worker'],
  ] as const) {
    const page = await dashboard.open({ url }, { dark: true, width: 360 });
    await page.goto(`${url}/#/workers`);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByText(command, { exact: true }).waitFor();
    expect(await axe(page)).toEqual([]);
  }
});

test.each(LOOKS)('machines, what they run and since when, and the work that is offered: %s', async (_look, options) => {
  workers = await seedWorkers(server.address);
  const page = await dashboard.open(service, options);
  await page.goto(`${service.url}/#/workers`);
  const rows = page.getByRole('region', { name: 'Workers', exact: true }).locator('tbody tr');
  await expect.poll(() => rows.count(), { timeout: PATIENCE_MS }).toBe(5);
  const row = (text: string) => rows.filter({ hasText: text });
  expect(await row('w-1jx0k9e').innerText()).toMatch(/build-1[\s\S]*runs[\s\S]*suite, reversed[\s\S]*for \d+ (s|min)/);
  expect(await row('w-zx81h3').innerText()).toContain('waits');
  // Silence is counted from the start of the server at most.
  await expect
    .poll(() => row('w-qm55ty').innerText(), { timeout: PATIENCE_MS })
    .toMatch(/lost[\s\S]*\d+ min ago[\s\S]*another runs it again/);
  expect(await row('w-8sk2vd').innerText()).toContain('<img src=x onerror="window.hacked=1">');
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  const work = page.getByRole('region', { name: 'Work that is offered' });
  expect(await work.innerText()).toMatch(/3f1c20ab77[\s\S]*2 workers[\s\S]*the worker serves 77aa01c9e2/);
  expect(await work.getByRole('link', { name: OFFERED }).getAttribute('href')).toBe(`#/hunts/${OFFERED}`);
  expect(await axe(page)).toEqual([]);
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(overflow).toBeLessThanOrEqual(0);
});

test('the page follows what happens, without being loaded again', async () => {
  workers = await seedWorkers(server.address);
  const page = await dashboard.open(service);
  await page.goto(service.url);
  await page.getByRole('heading', { name: 'Newest hunts' }).waitFor();
  await pressPair(page, 'g', 'w');
  const rows = page.getByRole('region', { name: 'Workers', exact: true }).locator('tbody tr');
  const lost = rows.filter({ hasText: '✕ lost' });
  await expect.poll(() => lost.count(), { timeout: PATIENCE_MS }).toBe(1);
  await workers.silence();
  await expect.poll(() => lost.count(), { timeout: PATIENCE_MS }).toBe(5);
});
