/** How long the first page takes until it can be used: by a service that has answered before, and by one that was started just now. */
import { idleMoment } from './idle-moment.mjs';
import { UNTIL } from './in-page.mjs';
import { cpuMs, post } from './requests.mjs';

const PROMISED_MS = 1_000;

/** `idleMs`: how long each load may wait for a moment in which the machine is idle; loads without one are counted apart. */
export async function overview(dashboard, service, { loads, idleMs, table }) {
  const times = { all: [], idle: [] };
  const cpu = { service: [], browser: [] };
  for (let turn = 0; turn < loads; turn += 1) {
    const isIdle = await idleMoment(idleMs);
    const before = cpuMs(service.pid);
    const { ms, browserMs } = await openOverview(dashboard, service);
    times[isIdle ? 'idle' : 'all'].push(ms);
    cpu.service.push(cpuMs(service.pid) - before);
    cpu.browser.push(browserMs);
  }
  if (times.all.length > 0) table.add('overview can be used, ms', times.all, PROMISED_MS);
  if (times.idle.length > 0)
    table.add('overview can be used, begun while the machine was idle, ms', times.idle, PROMISED_MS);
  table.add('CPU time of the service for it, ms', cpu.service, null);
  table.add('CPU time of all processes of the browser for it, ms', cpu.browser, null);
}

export async function coldOverview(dashboard, starts, table) {
  const times = [];
  for (let turn = 0; turn < starts; turn += 1) {
    const service = await dashboard.serve();
    times.push((await openOverview(dashboard, service)).ms);
    await service.stop();
  }
  table.add('overview, the first page of a service that was just started, ms', times, null);
}

/** From the beginning of the navigation, by the clock of the page, until rows are there and the page has drawn twice since. */
async function openOverview(dashboard, service) {
  const page = await dashboard.open(service);
  const session = await page.context().browser().newBrowserCDPSession();
  const before = await browserCpuMs(session);
  await page.goto(service.url, { waitUntil: 'commit' });
  const ready = `until(() => ready('Tests that hurt most', 8))`;
  const ms = await page.evaluate(`${UNTIL}; ${ready}.then(() => performance.now())`);
  const browserMs = (await browserCpuMs(session)) - before;
  await dashboard.closePages();
  return { ms, browserMs };
}

async function browserCpuMs(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + 1_000 * cpuTime, 0);
}

/** What each answer of the overview takes by itself, from request to result. */
export async function toolTimes(service) {
  const calls = [
    ['history', { trend: true, limit: 8 }],
    ['cases', {}],
    ['hunts', {}],
    ['status', {}],
  ];
  for (const [tool, input] of calls) {
    const times = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const began = performance.now();
      await post(service, tool, input);
      times.push(performance.now() - began);
    }
    const [first, ...others] = times.map((ms) => ms.toFixed(0));
    console.error(`${tool}: ${first} ms at first, then ${others.join(', ')}`);
  }
}
