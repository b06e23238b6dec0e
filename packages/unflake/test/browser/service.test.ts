/** The dashboard with its service: a diagnosis as it runs, cancelled and resumed, a token, a restart, and no network. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleCase, sampleDiagnosis } from '../unit/cli/sample-case.ts';
import { cuttable } from './cuttable.ts';
import { Dashboard, PATIENCE_MS } from './dashboard.ts';
import { appendRow } from './seed.ts';

let dashboard: Dashboard;
beforeEach(() => {
  dashboard = new Dashboard();
});
afterEach(async () => {
  await dashboard.remove();
  expect(dashboard.wrong).toEqual([]);
});

const TOKEN = 'a-token-of-sixteen-letters';
/** The page asks once before it has a token, and the browser says so. */
const REFUSED = /401 \(Unauthorized\)/;

test('a new project says what to run; a diagnosis is started, cancelled, resumed after a restart, and shows its proof', async () => {
  // While the service is down the browser says so.
  const gone =
    /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|404 \(Not Found\)|status of 499/;
  const release = dashboard.holdVictim();
  const first = await dashboard.serve();
  const way = await cuttable(first.port);
  const page = await dashboard.open(way, { expected: gone });
  await page.goto(way.url);
  await page.getByText('Nothing was diagnosed yet').waitFor();
  await page.getByText('unflake hunt', { exact: true }).first().waitFor();

  await page.getByLabel('Test to diagnose').fill('totals the cart');
  await page.getByRole('button', { name: 'Diagnose' }).click();
  await page.waitForURL(/#\/cases\/c-/);
  await page.getByRole('heading', { name: 'totals the cart' }).waitFor();
  await page.getByText(/^Tall failed, low passed. Last: t-\d+/).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });

  // Another service at the same address: the page goes on with it.
  release();
  await first.stop();
  way.mend((await dashboard.serve()).port);
  await page.reload();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('polluter: shop.test.js > shows the banner').waitFor();
  await page.getByRole('img', { name: 'Runs' }).waitFor();
  await page.getByText('isolated').first().waitFor();
  await way.close();
});

test('a page that watches a case goes on when its service was started again', async () => {
  const { openId } = await dashboard.seed(0);
  const first = await dashboard.serve();
  const way = await cuttable(first.port);
  const page = await dashboard.open(way, { expected: /ERR_|404 \(Not Found\)|status of 499/ });
  await page.goto(`${way.url}/#/cases/${openId}`);
  await page.getByText('watching its record').waitFor();
  await first.stop('SIGKILL');
  await page.getByText('The service does not answer; reconnecting').waitFor();
  way.mend((await dashboard.serve()).port);
  await page.getByText('watching its record').waitFor();
  await way.close();
});

test('a page that loses its connection catches up: it misses no trial and counts none twice', async () => {
  const { openId } = await dashboard.seed(0);
  const service = await dashboard.serve();
  const store = dashboard.openStore(() => undefined);
  const way = await cuttable(service.port);
  const page = await dashboard.open(way, { expected: /ERR_/ });
  const record = async (first: number, last: number) => {
    for (let seq = first; seq <= last; seq += 1)
      await appendRow(store, openId, sampleDiagnosis.test, seq, sampleCase.trials[seq]!);
  };
  const counted = () =>
    page.evaluate<number>(
      `[...document.querySelectorAll('.live .facts dd')].slice(0, 3).reduce((sum, one) => sum + Number(one.textContent), 0)`,
    );
  await page.goto(`${way.url}/#/cases/${openId}`);
  await page.getByText('watching its record').waitFor();
  await record(1, 5);
  await expect.poll(counted, { timeout: PATIENCE_MS }).toBe(5);
  way.cut();
  await page.getByText('The service does not answer; reconnecting').waitFor();
  await record(6, 11);
  way.mend();
  await page.getByText('Last: t-11').waitFor();
  expect(await counted()).toBe(11);
  await record(12, 12);
  await page.getByText('Last: t-12').waitFor();
  expect(await counted()).toBe(12);
  await way.close();
  await store.close();
});

test('a service with a token asks for it once, and keeps it out of every address', async () => {
  const { caseId } = await dashboard.seed(1);
  const service = await dashboard.serve({ env: { UNFLAKE_TOKEN: TOKEN } });
  const page = await dashboard.open(service, { expected: REFUSED });
  const addresses: string[] = [];
  page.on('request', (request) => void addresses.push(request.url()));
  await page.goto(`${service.url}/#/cases/${caseId}`);
  await page.getByLabel('Token').fill('not-the-token-at-all');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('alert').getByText('This is not the token').waitFor();
  await page.getByLabel('Token').fill(TOKEN);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('polluter: ').waitFor();
  await page.reload();
  await page.getByText('polluter: ').waitFor();
  expect(addresses.filter((address) => address.includes(TOKEN))).toEqual([]);
  expect(page.url()).not.toContain(TOKEN);
});

test('a read-only dashboard offers nothing that starts work', async () => {
  const { caseId } = await dashboard.seed(1);
  const service = await dashboard.serve({ flags: ['--dashboard', 'read-only'] });
  const page = await dashboard.open(service);
  for (const path of ['', 'tests', 'cases', `cases/${caseId}`, 'hunts']) {
    await page.goto(`${service.url}/#/${path}`);
    await page.locator('main h1').waitFor();
    await page.getByText('read-only').waitFor();
    expect(await page.getByRole('button', { name: /Diagnose|Start|Certify|Verify|Replay|Resume|List/ }).count()).toBe(
      0,
    );
  }
});

test('a case that one tab has started is listed, watched and cancelled in another', async () => {
  dashboard.holdVictim();
  const service = await dashboard.serve();
  const expected = /status of 499/;
  const starter = await dashboard.open(service, { expected });
  await starter.goto(service.url);
  await starter.getByLabel('Test to diagnose').fill('totals the cart');
  await starter.getByRole('button', { name: 'Diagnose' }).click();
  await starter.waitForURL(/#\/cases\/c-/);

  const other = await dashboard.open(service, { expected });
  await other.goto(service.url);
  const running = other.getByRole('region', { name: 'Running' });
  await running.getByText('totals the cart').waitFor();
  await running.getByRole('link').first().click();
  await other.getByText(/^Tall failed, low passed. Last: t-\d+/).waitFor();
  await other.getByRole('button', { name: 'Cancel' }).click();
  await other.getByRole('button', { name: 'Resume' }).waitFor();
  await starter.getByRole('button', { name: 'Resume' }).waitFor();
});

test('a hunt shows its heat map while it runs, also to those who did not start it, and ends when they cancel it', async () => {
  const service = await dashboard.serve();
  const expected = /status of 499/;
  const starter = await dashboard.open(service, { expected });
  await starter.goto(service.url);
  await starter.getByRole('button', { name: 'Start a hunt' }).click();
  await starter.getByRole('region', { name: 'Failures so far' }).waitFor();

  const other = await dashboard.open(service, { expected });
  await other.goto(service.url);
  await other
    .getByRole('region', { name: 'Running' })
    .getByRole('link', { name: /hunt h-/ })
    .click();
  const heat = other.getByRole('region', { name: 'Failures by test and arm' });
  await heat.getByText('totals the cart').waitFor();
  await heat
    .getByText(/^[1-9]\d*\/\d+$/)
    .first()
    .waitFor();
  await other.getByRole('region', { name: 'Where the time went' }).getByText('suite').first().waitFor();
  await other.getByRole('button', { name: 'Cancel' }).click();
  await other.getByRole('button', { name: 'Resume' }).waitFor();
  await other.getByText('ended by cancelling').waitFor();
});
