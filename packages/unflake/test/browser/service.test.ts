/** The dashboard with its service: a diagnosis as it runs, cancelled and resumed, a token, a restart, and no network. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Dashboard } from './dashboard.ts';

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
  const first = await dashboard.serve();
  const page = await dashboard.open(first, { expected: gone });
  await page.goto(first.url);
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
  await first.stop();
  await dashboard.serve({ port: first.port });
  await page.reload();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('polluter: shop.test.js > shows the banner').waitFor();
  await page.getByRole('img', { name: 'Runs' }).waitFor();
  await page.getByText('isolated').first().waitFor();
});

test('a page that watches a case goes on when its service was started again', async () => {
  const { openId } = await dashboard.seed(0);
  const first = await dashboard.serve();
  const page = await dashboard.open(first, { expected: /ERR_|404 \(Not Found\)|status of 499/ });
  await page.goto(`${first.url}/#/cases/${openId}`);
  await page.getByText('watching its record').waitFor();
  await first.stop('SIGKILL');
  await page.getByText('The service does not answer; reconnecting').waitFor();
  await dashboard.serve({ port: first.port });
  await page.getByText('watching its record').waitFor();
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
