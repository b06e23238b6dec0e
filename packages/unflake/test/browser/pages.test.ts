/** Every page in a real browser, with seeded records: what it shows, how it reads, and that nothing in the records becomes more than text. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Dashboard, type Service } from './dashboard.ts';
import { HOSTILE, type Seeded } from './seed.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Marks that colour a terminal or turn text around. */
const HIDDEN = '\u001b\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';

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

const show = (page: Page, path: string) => page.goto(`${service.url}/#/${path}`);

interface AxeFinding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Serious and critical findings, with the contrast of texts among them. */
async function axe(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate<readonly AxeFinding[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]!.html} ${nodes[0]!.failureSummary}`);
}

const PAGES: readonly (readonly [string, () => string, string])[] = [
  ['the overview', () => '', 'Newest cases'],
  ['the tests', () => 'tests', 'tests/test_cart.py'],
  ['the cases', () => 'cases', 'c-'],
  ['a case', () => `cases/${seeded.caseId}`, 'polluter: tests/test_promo.py::test_banner'],
  ['a case with hostile records', () => `cases/${seeded.hostileId}`, 'polluter: tests/<img src=x'],
  ['a case that was cut off', () => `cases/${seeded.openId}`, 'tests/test_cart.py::test_total'],
  ['the hunts', () => 'hunts', 'certification'],
  ['a hunt', () => `hunts/${seeded.huntId}`, '4 flaky of 213 tests'],
  ['a certification', () => `hunts/${seeded.certificationId}`, '1 of 2 tests certified'],
  ['the scan', () => 'scan', 'shared-mutable-state'],
  ['a page that is not there', () => 'nothing', 'There is no such page'],
];

test.each([
  ['light', { dark: false, width: 1280 }],
  ['dark and narrow', { dark: true, width: 360 }],
])('every page reads well and has no serious finding of axe, %s', async (_look, options) => {
  const page = await dashboard.open(service, options);
  for (const [name, path, text] of PAGES) {
    await show(page, path());
    const said = async () => (await page.locator('main').textContent()) ?? '';
    await expect.poll(said, { timeout: 30_000, message: name }).toContain(text);
    expect(await axe(page), name).toEqual([]);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(overflow, `${name} is wider than the window`).toBeLessThanOrEqual(0);
  }
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
  await expect.poll(async () => (await output.innerText()).length).toBeGreaterThan(2 * before);
});

test('a case shows the plots of its report, and copies the command that fails', async () => {
  const page = await dashboard.open(service);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await show(page, `cases/${seeded.caseId}`);
  for (const title of ['Runs', 'Failure rates', 'Order search', 'Durations'])
    await page.getByRole('img', { name: title }).waitFor();
  await page.getByRole('button', { name: 'Copy the command that fails' }).click();
  await page.getByText('Copied').first().waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('python -m pytest');
});

test('search, choice and page are in the address, and come back from it', async () => {
  const page = await dashboard.open(service);
  await show(page, 'cases?page=2');
  await page.getByText(/^2 of 2/).waitFor();
  await page.getByRole('searchbox').fill('area_3');
  await page.getByLabel('Verdict').selectOption('isolated');
  await expect.poll(() => page.url()).toMatch(/q=area_3.*verdict=isolated/);
  expect(page.url()).not.toContain('page=');
  const rows = await page.getByRole('row').count();
  await page.reload();
  await page.getByRole('searchbox').waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('area_3');
  await expect.poll(() => page.getByRole('row').count()).toBe(rows);
  expect(rows).toBeGreaterThan(1);
});

test('the keyboard alone leads from the overview to a case and back', async () => {
  const page = await dashboard.open(service);
  await show(page, '');
  await page.getByText('Newest cases').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('test_case_50');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
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
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('test_case_50');
});

test('the pages that `report --site` writes open from disk, with every case and hunt', async () => {
  const folder = join(dashboard.place.folder, 'site');
  const { code, stdout } = await dashboard.place.run(['report', '--site', folder, seeded.caseId]);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('index.html') });
  const site = pathToFileURL(folder).href;
  const page = await dashboard.open({ url: site });
  await page.goto(`${site}/index.html`);
  await page.getByText('Newest cases').waitFor();
  for (const [path, text] of [
    [`cases/${seeded.caseId}`, 'polluter: tests/test_promo.py::test_banner'],
    [`cases/${seeded.hostileId}`, 'polluter: tests/<img src=x'],
    [`hunts/${seeded.huntId}`, '4 flaky of 213 tests'],
  ] as const) {
    await page.goto(`${site}/index.html#/${path}`);
    await expect.poll(async () => (await page.locator('main').textContent()) ?? '').toContain(text);
    expect(await page.getByRole('button', { name: /Resume|Verify|Diagnose/ }).count()).toBe(0);
  }
  expect(await page.evaluate('window.hacked')).toBeUndefined();
});
