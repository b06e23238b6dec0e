/**
 * Writes a picture of every page of the dashboard, with sample records, for people to look at: light, dark and narrow. Needs a build.
 *
 *   node scripts/dashboard/screenshots.mjs [--to <folder>]
 *   node scripts/dashboard/screenshots.mjs --docs     the few that docs/use/dashboard.md shows
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { startPostgres } from '../toolchains/postgres.mjs';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({ options: { to: { type: 'string' }, docs: { type: 'boolean', default: false } } });
/** One of each page. */
const IN_DOCS = [
  ...['overview-light', 'tests-light', 'test-light', 'cases-light', 'case-light', 'case-open-light', 'hunts-light'],
  ...['hunt-dark', 'certification-light', 'quarantine-light', 'workers-light', 'scan-light'],
];
const LOOKS = [
  { name: 'light', width: 1280, height: 860 },
  { name: 'dark', width: 1280, height: 860, dark: true },
  { name: 'narrow', width: 390, height: 844 },
];

const load = async (file) =>
  (
    await runnerImport(join(TOP, 'packages/unflake/test/browser', file), {
      configFile: false,
      resolve: { conditions: ['@unflake/source', 'node', 'import', 'module', 'default'] },
    })
  ).module;
const { Dashboard } = await load('dashboard.ts');
const { seedWorkers } = await load('seed-workers.ts');
const folder = values.docs
  ? join(TOP, 'docs/use/dashboard')
  : resolve(values.to ?? join(TOP, 'node_modules/.cache/dashboard'));
mkdirSync(folder, { recursive: true });
const dashboard = new Dashboard();
const cluster = mkdtempSync(join(tmpdir(), 'pg-'));
const server = await startPostgres(cluster);
let workers;
try {
  const { caseId, hostileId, openId, huntId, certificationId } = await dashboard.seed();
  const service = await dashboard.serve();
  // Workers need a database.
  const team = await dashboard.serve({ env: { UNFLAKE_STORE: server.address } });
  workers = await seedWorkers(server.address);
  const pages = {
    overview: '',
    tests: 'tests',
    test: `tests/${encodeURIComponent('tests/test_cart.py::test_total')}`,
    'test-unknown': 'tests/no-such-test',
    quarantine: 'quarantine',
    cases: 'cases',
    case: `cases/${caseId}`,
    'case-hostile': `cases/${hostileId}`,
    'case-open': `cases/${openId}`,
    hunts: 'hunts',
    hunt: `hunts/${huntId}`,
    certification: `hunts/${certificationId}`,
    'workers-none': 'workers',
    workers: 'workers',
    scan: 'scan',
  };
  for (const { name: look, ...options } of LOOKS) {
    const own = await dashboard.open(service, options);
    const teams = await dashboard.open(team, options);
    for (const [name, path] of Object.entries(pages)) {
      if (values.docs && !IN_DOCS.includes(`${name}-${look}`)) continue;
      const page = name === 'workers' ? teams : own;
      await page.goto(`${name === 'workers' ? team.url : service.url}/#/${path}`);
      await page.locator('main h1, main h3').first().waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
      if (name === 'case-open') await page.getByText('watching its record').waitFor();
      await page.screenshot({ path: join(folder, `${name}-${look}.png`), animations: 'disabled' });
    }
  }
  for (const line of dashboard.wrong) console.error(line);
  console.log(folder);
} finally {
  await workers?.[Symbol.asyncDispose]();
  await dashboard.remove();
  await server.stop();
  rmSync(cluster, { recursive: true });
}
