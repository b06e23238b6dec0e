/** The five things that people come for, each in fewer than six clicks from the first page. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Dashboard, PATIENCE_MS, type Service } from './dashboard.ts';
import type { Seeded } from './seed.ts';

const MAX_CLICKS = 5;

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

interface Journey {
  readonly page: Page;
  /** A choice in a list counts like a click, and so does a field that is typed into. */
  readonly click: (target: Locator, act?: (target: Locator) => Promise<unknown>) => Promise<void>;
}

/** Begins at `/`, and holds the number of clicks to the promise. */
async function journey(expected?: RegExp): Promise<Journey> {
  const page = await dashboard.open(service, expected === undefined ? {} : { expected });
  await page.goto(service.url);
  await page.getByText('Tests that hurt most').waitFor();
  let clicks = 0;
  return {
    page,
    async click(target, act = (one) => one.click()) {
      clicks += 1;
      expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
      await act(target);
    },
  };
}

const rowsOf = (page: Page, label: string) =>
  page.getByRole('region', { name: label, exact: true }).locator('tbody tr');

test('the worst test, why it fails, and the command that reproduces it', async () => {
  const { page, click } = await journey();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await click(rowsOf(page, 'Tests that hurt most').first().getByRole('link'));
  await page.getByRole('heading', { name: 'tests/test_cart.py::test_total' }).waitFor();
  await click(page.getByRole('link', { name: 'Why, and how to reproduce it' }));
  await page.getByText('polluter: tests/test_promo.py::test_banner').waitFor();
  await click(page.getByRole('button', { name: 'Copy the command that fails' }));
  await page.getByText('Copied').first().waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('python -m pytest');
});

test('a red job: which of its failures were flaky', async () => {
  const { page, click } = await journey();
  await click(page.getByRole('link', { name: 'Tests', exact: true }));
  await rowsOf(page, 'Tests').nth(49).waitFor();
  // Any commit on which the sample test failed stands for the one of the job.
  const answer = await page.request.post(`${service.url}/tools/history`, {
    data: { test: 'tests/test_cart.py::test_total' },
  });
  const { result } = (await answer.json()) as {
    result: { test: { timeline: readonly { readonly commit: string; readonly outcome: string }[] } };
  };
  const { commit } = result.test.timeline.find(({ outcome }) => outcome === 'failed')!;
  await click(page.getByLabel('on commit'), (field) => field.fill(commit.slice(0, 10)));
  const rows = rowsOf(page, 'Tests');
  await rows.filter({ hasText: 'test_total' }).filter({ hasText: 'flaky' }).waitFor();
  await expect.poll(() => rows.count(), { timeout: PATIENCE_MS }).toBeLessThan(50);
  await click(page.getByLabel('Status'), (list) => list.selectOption('flaky'));
  await rows.filter({ hasText: 'test_total' }).waitFor();
  await expect
    .poll(() => rows.filter({ hasNotText: 'flaky' }).filter({ hasNotText: 'quarantined' }).count(), {
      timeout: PATIENCE_MS,
    })
    .toBe(0);
});

test('a fix: is it verified?', async () => {
  const { page, click } = await journey();
  await click(rowsOf(page, 'Tests that hurt most').filter({ hasText: 'test_total' }).getByRole('link'));
  const verification = page.getByRole('link', { name: `verification ${seeded.caseId}-v1` });
  await verification.waitFor();
  await click(verification);
  const row = rowsOf(page, 'Verifications').first();
  await row.getByText('It failed 25/25 before the change and passes 92/92 now.').waitFor();
  expect(await row.innerText()).toContain('fixed');
});

test('who owns what expires this week', async () => {
  const { page, click } = await journey();
  await click(page.getByRole('link', { name: 'Quarantine', exact: true }));
  await click(page.getByLabel('Ends'), (list) => list.selectOption('this week'));
  const rows = rowsOf(page, 'Quarantine');
  await expect.poll(() => rows.count(), { timeout: PATIENCE_MS }).toBe(2);
  const owners = await Promise.all([0, 1].map((at) => rows.nth(at).innerText()));
  expect(owners.map((text) => ['ana', 'bo', 'cleo'].find((owner) => text.includes(owner)))).toEqual(['cleo', 'ana']);
});

test('start a hunt and watch it', async () => {
  const { page, click } = await journey(/status of 499/);
  await click(page.getByRole('button', { name: 'Start a hunt' }));
  const heat = page.getByRole('region', { name: 'Failures by test and arm' });
  await heat.getByText('totals the cart').waitFor();
  await page.getByRole('progressbar', { name: 'Pairs that were covered' }).waitFor();
  await click(page.getByRole('button', { name: 'Cancel' }));
  await page.getByRole('button', { name: 'Cancelling…' }).waitFor();
});
