/**
 * The dashboard at the size of a large team, in a real browser: how long the overview takes until it can be used, how long a change of page
 * takes, what many pages that follow one case cost the service, and what an hour of a live case leaves in a tab. Prints a table; ends with 1
 * if a promise is not kept.
 *
 *   npm run build && node scripts/bench/dashboard.mjs                     5,000 tests, 1,000,000 results, 100 followers: about 6 minutes
 *   node scripts/bench/dashboard.mjs --only overview --rounds 3           one part, three times over
 *   node scripts/bench/dashboard.mjs --results 50000 --loads 3            a sample
 *   node scripts/bench/dashboard.mjs --only overview --idle-seconds 20    each load waits for a moment in which others leave the machine alone
 */
import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { changes } from './dashboard/changes.mjs';
import { figures } from './dashboard/figures.mjs';
import { followers } from './dashboard/followers.mjs';
import { hourOfCase } from './dashboard/hour-of-case.mjs';
import { load } from './dashboard/load.mjs';
import { coldOverview, overview, toolTimes } from './dashboard/overview.mjs';
import { scroll } from './dashboard/scroll.mjs';
import { seed } from './dashboard/seed.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'tools,overview,cold,changes,scroll,followers,hour' },
    tests: { type: 'string', default: '5000' },
    results: { type: 'string', default: '1000000' },
    cases: { type: 'string', default: '200' },
    loads: { type: 'string', default: '10' },
    /** How long each may wait for a moment in which others leave the machine alone. */
    'idle-seconds': { type: 'string', default: '0' },
    starts: { type: 'string', default: '5' },
    /** Of the pages, in each of which each is opened once. */
    turns: { type: 'string', default: '6' },
    followers: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '30' },
    /** In which the hour passes. */
    'hour-seconds': { type: 'string', default: '60' },
    /** Than the diagnosis that is recorded for it. */
    faster: { type: 'string', default: '10' },
    /** Of everything. */
    rounds: { type: 'string', default: '1' },
  },
});
const number = (name) => Number(values[name]);
const parts = values.only.split(',');
const idleMs = 1_000 * number('idle-seconds');

const { Dashboard } = await load('test/browser/dashboard.ts');
const dashboard = new Dashboard();
const table = figures();
try {
  const store = await dashboard.openStore((path) => mkdirSync(dirname(path), { recursive: true }));
  const endless = await seed(dashboard, store, {
    tests: number('tests'),
    results: number('results'),
    cases: number('cases'),
  });
  for (let round = 1; round <= number('rounds'); round += 1) {
    console.error(`round ${round}: load ${loadavg()[0].toFixed(1)}`);
    const service = await dashboard.serve();
    if (parts.includes('tools')) await toolTimes(service);
    if (parts.includes('overview')) await overview(dashboard, service, { loads: number('loads'), idleMs, table });
    if (parts.includes('cold')) await coldOverview(dashboard, number('starts'), table);
    if (parts.includes('changes')) await changes(dashboard, service, { turns: number('turns'), idleMs, table });
    if (parts.includes('scroll')) await scroll(dashboard, service, { turns: number('turns'), table });
    if (parts.includes('followers'))
      await followers(dashboard, service, endless, {
        clients: number('followers'),
        seconds: number('seconds'),
        table,
      });
    if (parts.includes('hour'))
      await hourOfCase(dashboard, service, store, {
        seconds: number('hour-seconds'),
        faster: number('faster'),
        table,
      });
    await service.stop();
  }
  await store.close();
} finally {
  await dashboard.remove();
}
table.print();
process.exitCode = table.isKept() ? 0 : 1;
