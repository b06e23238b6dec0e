/** How long a change of page takes, in one tab that stays open. */
import { idleMoment } from './idle-moment.mjs';
import { UNTIL } from './in-page.mjs';
import { post } from './requests.mjs';

const PROMISED_MS = 300;

export async function changes(dashboard, service, { turns, idleMs, table }) {
  const page = await dashboard.open(service);
  await page.goto(service.url);
  await page.evaluate(`${UNTIL}; globalThis.until = until; globalThis.ready = ready`);
  const test = encodeURIComponent('tests/area_7/test_7.py::test_case_7');
  const { cases } = await post(service, 'cases', {});
  const places = [
    ['tests', 'Tests', 50],
    ['tests?page=40', 'Tests', 50],
    ['tests?sort=name', 'Tests', 50],
    ['tests?sort=rate&page=3', 'Tests', 50],
    ['tests?q=area_5', 'Tests', 50],
    ['tests?status=flaky', 'Tests', 5],
    ['tests?cause=victim', 'Tests', 10],
    ['tests?branch=feature%2Fcheckout', 'Tests', 5],
    [`tests/${test}`, 'Results of CI', 10],
    ['cases', 'Cases', 50],
    [`cases/${cases[3].caseId}`, 'Evidence', 5],
    ['hunts', 'Hunts', 1],
    ['quarantine', 'Quarantine', 0],
    ['', 'Tests that hurt most', 8],
  ];
  const times = { all: [], idle: [] };
  const slowest = new Map();
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [path, heading, least] of places) {
      const isIdle = await idleMoment(idleMs);
      const isThere = `location.hash === '#/${path}' && ready('${heading}', ${least})`;
      const ms = await page.evaluate(
        `(async () => { const began = performance.now(); location.hash = '#/${path}'; await until(() => ${isThere}); return performance.now() - began; })()`,
      );
      times[isIdle ? 'idle' : 'all'].push(ms);
      slowest.set(path, Math.max(slowest.get(path) ?? 0, ms));
    }
  }
  await dashboard.closePages();
  for (const [path, ms] of [...slowest].sort((a, b) => b[1] - a[1]).slice(0, 5))
    console.error(`slowest: #/${path} ${ms.toFixed(0)} ms`);
  if (times.all.length > 0) table.add('change of page, ms', times.all, PROMISED_MS);
  if (times.idle.length > 0) table.add('change of page, begun while the machine was idle, ms', times.idle, PROMISED_MS);
}
