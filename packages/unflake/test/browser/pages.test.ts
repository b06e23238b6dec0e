/** Every page in a real browser, with seeded records: what it shows, how it reads, and that nothing in the records becomes more than text. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axe } from './axe.ts';
import { Dashboard, PATIENCE_MS, pressPair, type Service } from './dashboard.ts';
import { faintTexts, hiddenFocus, smallTargets } from './reading.ts';
import { HOSTILE, type Seeded } from './seed.ts';

/** Marks that colour a terminal or turn text around. */
const HIDDEN = '\u001b\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';

const CART = 'tests/test_cart.py::test_total';

const dashboard = new Dashboard();
let service: Service;
let seeded: Seeded;
beforeAll(async () => {
  seeded = await dashboard.seed();
  service = await dashboard.serve();
});
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.wrong.splice(0)).toEqual([]);
});
afterAll(() => dashboard.remove());

/** The machine may be busy. */
const eventually = <Value>(get: () => Value | Promise<Value>) => expect.poll(get, { timeout: PATIENCE_MS });
const show = (page: Page, path: string) => page.goto(`${service.url}/#/${path}`);

const PAGES: readonly (readonly [string, () => string, string])[] = [
  ['the overview', () => '', 'Newest cases'],
  ['the tests', () => 'tests', 'tests/test_cart.py'],
  ['a test', () => `tests/${encodeURIComponent(CART)}`, 'isolated: ordering / victim'],
  ['a test with hostile records', () => `tests/${encodeURIComponent(HOSTILE)}`, 'Results of CI'],
  ['the quarantine', () => 'quarantine', 'SHOP-41'],
  ['the cases', () => 'cases', 'c-'],
  ['a case', () => `cases/${seeded.caseId}`, 'polluter: tests/test_promo.py::test_banner'],
  ['a case with hostile records', () => `cases/${seeded.hostileId}`, 'polluter: tests/<img src=x'],
  ['a case that was cut off', () => `cases/${seeded.openId}`, 'tests/test_cart.py::test_total'],
  ['the hunts', () => 'hunts', 'certification'],
  ['a hunt', () => `hunts/${seeded.huntId}`, '4 flaky of 213 tests'],
  ['a certification', () => `hunts/${seeded.certificationId}`, '1 of 2 tests certified'],
  ['the workers', () => 'workers', 'Workers need a PostgreSQL store'],
  ['the scan', () => 'scan', 'shared-mutable-state'],
  ['a page that is not there', () => 'nothing', 'There is no such page'],
];

test.each([
  ['light', { dark: false, width: 1280 }],
  ['dark and narrow', { dark: true, width: 360 }],
])(
  'every page reads well: contrast, focus and targets by our own rules, no serious finding of axe, no wider than the window, %s',
  async (_look, options) => {
    const page = await dashboard.open(service, options);
    for (const [name, path, text] of PAGES) {
      await show(page, path());
      const said = async () => (await page.locator('main').textContent()) ?? '';
      await expect.poll(said, { timeout: PATIENCE_MS, message: name }).toContain(text);
      expect(await axe(page), name).toEqual([]);
      expect(await faintTexts(page), `contrast on ${name}`).toEqual([]);
      expect(await smallTargets(page), `targets on ${name}`).toEqual([]);
      const { stops, hidden } = await hiddenFocus(page);
      expect(hidden, `focus on ${name}`).toEqual([]);
      expect(stops, `stops of ${name}`).toBeGreaterThan(5);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, `${name} is wider than the window`).toBeLessThanOrEqual(0);
    }
  },
);

test('the program and the style of the pages are at most 90 kB as they come to the browser', async () => {
  const page = await dashboard.open(service);
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (['document', 'script', 'stylesheet', 'image'].includes(request.resourceType()))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await show(page, '');
  await page.getByText('Newest cases').waitFor();
  // What the browser tells of a request may come after what it shows.
  await eventually(() => sizes.length).toBeGreaterThanOrEqual(3);
  const bytes = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(90_000);
});

test('the rules by which pages are read find what breaks them, and nothing else', async () => {
  const page = await dashboard.open(service);
  await page.setContent(`
    <style>a, button { outline: 2px solid #000 } .unseen:focus { outline: none } .pale:focus { outline-color: #eee }</style>
    <p style="color: #888">faint</p><p style="color: #888; font-size: 24px">large</p><p style="color: #000; opacity: 0.4">thin</p>
    <p style="color: #767676">clear, with <a href="#in-a-sentence">a link</a></p>
    <button style="width: 20px; height: 20px; padding: 0">x</button><button style="width: 20px; height: 20px; padding: 0">y</button>
    <div style="margin: 40px"><button style="width: 20px; height: 20px; padding: 0">z</button></div>
    <button class="unseen" style="width: 40px; height: 40px">u</button>
    <button class="pale" style="width: 40px; height: 40px">p</button>`);
  expect((await faintTexts(page)).map((one) => one.split(': ')[1])).toEqual(['faint', 'thin']);
  expect((await smallTargets(page)).map((one) => one.at(-'</button>'.length - 1))).toEqual(['x', 'y']);
  const { stops, hidden } = await hiddenFocus(page);
  expect(stops).toBe(6);
  expect(hidden.map((one) => /class="(\w+)"/.exec(one)?.[1])).toEqual(['unseen', 'pale']);
});

test('names, messages and commands as an enemy writes them stay text', async () => {
  const page = await dashboard.open(service);
  for (const path of ['', 'tests', 'cases?q=img', `cases/${seeded.hostileId}`, `hunts/${seeded.huntId}`]) {
    await show(page, path);
    await page.getByText('<img src=x onerror="window.hacked=1">').first().waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('main img, main script').count()).toBe(0);
    const text = await page.locator('main').innerText();
    expect([...text].filter((character) => HIDDEN.includes(character))).toEqual([]);
  }
  expect(HOSTILE).toContain('\u202e');
});

test('of megabytes of output the beginning is shown, and more when asked', async () => {
  const page = await dashboard.open(service);
  await show(page, `cases/${seeded.hostileId}`);
  const output = page.getByRole('region', { name: /Message of the failure/ });
  await output.waitFor();
  const before = (await output.innerText()).length;
  expect(before).toBeLessThan(40_000);
  await page.getByRole('button', { name: /Show more/ }).click();
  await eventually(async () => (await output.innerText()).length).toBeGreaterThan(2 * before);
});

test('a case shows the plots of its report, and copies the command that fails', async () => {
  const page = await dashboard.open(service);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await show(page, `cases/${seeded.caseId}`);
  for (const title of ['Runs', 'Failure rates', 'Order search', 'Durations', 'Odds over time'])
    await page.getByRole('img', { name: title }).waitFor();
  await page.getByRole('button', { name: 'Copy the command that fails' }).click();
  await page.getByText('Copied').first().waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('python -m pytest');
});

test('a trial says what its command printed, once it is asked', async () => {
  const page = await dashboard.open(service);
  await show(page, `cases/${seeded.caseId}`);
  await page.getByLabel('show the output of t-1', { exact: true }).click();
  const printed = page.getByRole('region', { name: 'Standard output of t-1', exact: true });
  await printed.getByText('collected').waitFor();
  expect(await printed.innerText()).toContain('<b onclick="x">');
  await page.getByText('Standard error of t-1: empty').waitFor();
});

test('search, choice and page are in the address, and come back from it', async () => {
  const page = await dashboard.open(service);
  await show(page, 'cases?page=2');
  await page.getByText(/^2 of 2/).waitFor();
  await page.getByRole('searchbox').fill('area_3');
  await page.getByLabel('Verdict').selectOption('isolated');
  await eventually(() => page.url()).toMatch(/q=area_3.*verdict=isolated/);
  expect(page.url()).not.toContain('page=');
  const rows = await page.getByRole('row').count();
  await page.reload();
  await page.getByRole('searchbox').waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('area_3');
  await eventually(() => page.getByRole('row').count()).toBe(rows);
  expect(rows).toBeGreaterThan(1);
});

test('the keyboard alone leads from the overview to a case and back', async () => {
  const page = await dashboard.open(service);
  await show(page, '');
  await page.getByText('Newest cases').waitFor();
  await pressPair(page, 'g', 'c');
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('test_case_50');
  await eventually(() => page.getByRole('row').count()).toBe(2);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /test_case_50/ }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('next and previous row').waitFor();
  await page.keyboard.press('Escape');
  await page.goBack();
  await eventually(() => page.getByRole('searchbox').inputValue()).toBe('test_case_50');
});

test('the pages that `report --site` writes open from disk, with every case and hunt', async () => {
  const folder = join(dashboard.place.folder, 'site');
  const { code, stdout } = await dashboard.place.run(['report', '--site', folder, seeded.caseId]);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('index.html') });
  const site = pathToFileURL(folder).href;
  const page = await dashboard.open({ url: site });
  await page.goto(`${site}/index.html`);
  await page.getByText('Newest cases').waitFor();
  // Nothing is offered, or tried, that only a service has.
  expect(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts()).toEqual([
    ...['Overview', 'Cases', 'Hunts'],
  ]);
  expect(await page.getByRole('alert').count()).toBe(0);
  for (const [path, text] of [
    [`cases/${seeded.caseId}`, 'polluter: tests/test_promo.py::test_banner'],
    [`cases/${seeded.hostileId}`, 'polluter: tests/<img src=x'],
    [`hunts/${seeded.huntId}`, '4 flaky of 213 tests'],
  ] as const) {
    await page.goto(`${site}/index.html#/${path}`);
    await eventually(async () => (await page.locator('main').textContent()) ?? '').toContain(text);
    expect(await page.getByRole('button', { name: /Resume|Verify|Diagnose/ }).count()).toBe(0);
  }
  expect(await page.evaluate('window.hacked')).toBeUndefined();
});

test('a test shows its results by commit and attempt, its rate by day, how it fails, and what was found out', async () => {
  const page = await dashboard.open(service);
  await show(page, `tests/${encodeURIComponent(CART)}`);
  await page.getByText('isolated: ordering / victim').first().waitFor();
  for (const title of ['Failure rate by day', 'Durations', 'Failure rates'])
    await page.getByRole('img', { name: title }).waitFor();
  // A commit that failed was run again, so that it has two attempts.
  const commits = page.getByRole('region', { name: 'Results by commit' }).getByRole('row');
  await eventually(() => commits.filter({ hasText: 'attempt 2' }).count()).toBeGreaterThan(3);
  expect(await page.locator('.strip li.failed').count()).toBeGreaterThan(5);
  await page.getByText('14', { exact: true }).first().waitFor();
  expect(await page.locator('.output .line.minus').first().innerText()).toContain('- 14');
  await page.getByRole('link', { name: `case ${seeded.caseId}` }).waitFor();
  await page.getByRole('link', { name: `hunt ${seeded.huntId}` }).click();
  await page.getByRole('heading', { name: '4 flaky of 213 tests' }).waitFor();
});

test('a test says which places in the code it reaches when it is asked, with the code around them', async () => {
  const page = await dashboard.open(service);
  await show(page, `tests/${encodeURIComponent('shop.test.js > shows the banner')}`);
  await page.getByRole('button', { name: 'Find places that it reaches' }).click();
  await page
    .getByRole('region', { name: /^Code of / })
    .first()
    .waitFor();
  expect(await axe(page)).toEqual([]);
});

test('a test that nothing is known of can be diagnosed', async () => {
  const page = await dashboard.open(service, { expected: /404 \(Not Found\)/ });
  await show(page, 'tests/no-such-test');
  await page.getByText('Nothing is known about this test yet').waitFor();
  await page.getByText('unflake diagnose no-such-test').waitFor();
  expect(await page.getByLabel('Test to diagnose').inputValue()).toBe('no-such-test');
});

test('the quarantine is listed by owner and end, with its caps and what may leave', async () => {
  const page = await dashboard.open(service);
  await show(page, 'quarantine');
  await page.getByText('4 of 20').waitFor();
  const rows = page.getByRole('region', { name: 'Quarantine' }).locator('tbody tr');
  await eventually(() => rows.count()).toBe(4);
  expect(await rows.first().innerText()).toContain('expired');
  const leaving = page.getByRole('region', { name: 'May leave' });
  await leaving.getByText('unflake quarantine remove tests/test_order.py::test_greets').waitFor();
  await page.getByRole('link', { name: '1 ending this week' }).first().click();
  await eventually(() => rows.count()).toBe(1);
  expect(page.url()).toMatch(/owner=ana&ends=this(\+|%20|-)week/);
  await rows.first().getByRole('link').first().click();
  await page.getByText('In quarantine until').waitFor();
});

test('a click anywhere in a row opens it, and one on its button does not', async () => {
  const page = await dashboard.open(service);
  await show(page, 'hunts');
  const row = page.getByRole('region', { name: 'Hunts' }).locator('tbody tr').filter({ hasText: seeded.huntId });
  await row.locator('td').last().click();
  await page.getByText('4 flaky of 213 tests').waitFor();
  await page.getByRole('region', { name: 'Flaky tests' }).locator('tbody summary').first().click();
  expect(page.url()).toContain(`hunts/${seeded.huntId}`);
});

test('bars that are compared have tracks of one length', async () => {
  const page = await dashboard.open(service);
  await show(page, `hunts/${seeded.huntId}`);
  await page.locator('.bars .bar-track').first().waitFor();
  const lists = await page
    .locator('.bars')
    .evaluateAll((all) =>
      all.map((list) =>
        [...list.querySelectorAll('.bar-track')].map((one) => Math.round(one.getBoundingClientRect().width)),
      ),
    );
  for (const widths of lists) expect(new Set(widths).size).toBe(1);
  expect(lists.flat().length).toBeGreaterThan(1);
});

test('tests are paged, searched, selected and ordered by the server, and the address holds how', async () => {
  const page = await dashboard.open(service);
  const asked: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/tools/history')) asked.push(request.postDataJSON());
  });
  await show(page, 'tests');
  const rows = page.getByRole('region', { name: 'Tests' }).locator('tbody tr');
  await eventually(() => rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Next' }).click();
  await eventually(() => asked.at(-1)).toMatchObject({ limit: 50, offset: 50 });
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await eventually(() => asked.at(-1)).toMatchObject({ sort: 'name', offset: 0 });
  await eventually(() => rows.first().innerText()).toContain('shows the banner');
  await page.getByRole('searchbox').fill('order');
  await eventually(() => rows.count()).toBe(4);
  await page.getByLabel('Owner').selectOption('ana');
  await eventually(() => rows.count()).toBe(2);
  await page.reload();
  await eventually(() => rows.count()).toBe(2);
  expect(await page.getByRole('searchbox').inputValue()).toBe('order');
  await show(page, 'tests?cause=victim&status=flaky');
  await eventually(() => rows.count()).toBeGreaterThan(0);
  await show(page, 'tests?branch=feature%2Fcheckout&file=test_cart');
  await eventually(() => rows.count()).toBe(1);
  await show(page, 'tests?q=no-such-test');
  await page.getByText('No test matches.').waitFor();
});
