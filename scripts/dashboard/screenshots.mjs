/**
 * Writes a picture of every page of the dashboard, with sample records, for people to look at: light, dark and narrow. Needs a build.
 *
 *   node scripts/dashboard/screenshots.mjs [--to <folder>]
 *   node scripts/dashboard/screenshots.mjs --docs     the few that docs/use/dashboard.md shows
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({ options: { to: { type: 'string' }, docs: { type: 'boolean', default: false } } });
const IN_DOCS = ['overview-light', 'case-light', 'hunt-dark'];
const LOOKS = [
  { name: 'light', width: 1280, height: 860 },
  { name: 'dark', width: 1280, height: 860, dark: true },
  { name: 'narrow', width: 390, height: 844 },
];

const { module } = await runnerImport(join(TOP, 'packages/unflake/test/browser/dashboard.ts'), {
  configFile: false,
  resolve: { conditions: ['@unflake/source', 'node', 'import', 'module', 'default'] },
});
const folder = values.docs
  ? join(TOP, 'docs/use/dashboard')
  : resolve(values.to ?? join(TOP, 'node_modules/.cache/dashboard'));
mkdirSync(folder, { recursive: true });
const dashboard = new module.Dashboard();
try {
  const { caseId, hostileId, openId, huntId, certificationId } = await dashboard.seed();
  const service = await dashboard.serve();
  const pages = {
    overview: '',
    tests: 'tests',
    cases: 'cases',
    case: `cases/${caseId}`,
    'case-hostile': `cases/${hostileId}`,
    'case-open': `cases/${openId}`,
    hunts: 'hunts',
    hunt: `hunts/${huntId}`,
    certification: `hunts/${certificationId}`,
    scan: 'scan',
  };
  for (const { name: look, ...options } of LOOKS) {
    const page = await dashboard.open(service, options);
    for (const [name, path] of Object.entries(pages)) {
      if (values.docs && !IN_DOCS.includes(`${name}-${look}`)) continue;
      await page.goto(`${service.url}/#/${path}`);
      await page.locator('main h1, main h3').first().waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder, `${name}-${look}.png`), animations: 'disabled' });
    }
  }
  for (const line of dashboard.wrong) console.error(line);
  console.log(folder);
} finally {
  await dashboard.remove();
}
