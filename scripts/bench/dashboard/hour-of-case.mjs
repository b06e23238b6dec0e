/**
 * What an hour of a live case leaves in a tab. A real diagnosis of the fixture is recorded event by event; then a page starts a diagnosis
 * that tells the same events over and over through the real service, in less time: as many as an hour has room for, and several times as
 * many, because the real one runs on a machine that is busy and other suites are faster.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { load } from './load.mjs';
import { memoryOf } from './requests.mjs';

/** The built program: the sources would be loaded again for each tool. */
const DIST = new URL('../../../packages/unflake/dist/', import.meta.url);
const PROMISED_MB = 150;
const HOUR_MS = 3_600_000;
const TEST = 'shop.test.js > totals the cart';
const TICK_MS = 50;
const PATIENCE_MS = 60_000;
const SAMPLES = 12;

export async function hourOfCase(dashboard, service, store, { seconds, faster, table }) {
  const { events, ms } = await realDiagnosis(service);
  const turns = Math.ceil((faster * HOUR_MS) / ms);
  const trials = events.filter(({ type }) => type === 'trial-finished').length;
  console.error(
    `a real diagnosis: ${events.length} events with ${trials} trials in ${(ms / 1_000).toFixed(1)} s; the hour has ${turns * events.length} events, ${faster} times that rate`,
  );
  const { id } = await openCase(store, dashboard.place.subject);
  const live = await startService(dashboard, hourTool({ id, events, turns, seconds }));
  try {
    await watch(dashboard, live, { id, trials: turns * trials, seconds, table });
  } finally {
    await live.close();
  }
}

async function watch(dashboard, live, { id, trials, seconds, table }) {
  const page = await dashboard.open(live, { expected: /status of 499/ });
  page.setDefaultTimeout(PATIENCE_MS + seconds * 1_000);
  const memory = await memoryReader(page);
  await page.goto(live.url);
  await page.getByLabel('Test to diagnose').fill(TEST);
  await page.getByRole('button', { name: 'Diagnose' }).click();
  await page.waitForURL(new RegExp(`#/cases/${id}`));
  await page.getByText(/^Tall failed, low passed/).waitFor();
  const seen = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    seen.push(await memory());
    await pause((seconds * 1_000) / SAMPLES);
  }
  // Its end is told last, so the page has seen everything that it will see.
  await page.getByText('the hour is over').waitFor();
  seen.push(await memory());
  const shown = await page.evaluate(
    `[...document.querySelectorAll('.facts dd')].slice(0, 3).reduce((sum, one) => sum + Number(one.textContent.replaceAll(',', '')), 0)`,
  );
  await dashboard.closePages();
  console.error(`the page counted ${shown} of ${trials} trials`);
  for (const [sample, { heap, own, resident, nodes }] of seen.entries())
    console.error(
      `${Math.round((sample / SAMPLES) * 60)} min: heap ${heap.toFixed(1)} MB, process ${own.toFixed(0)} MB of its own and ${resident.toFixed(0)} MB resident, ${nodes} nodes`,
    );
  const last = seen.at(-1);
  table.add('tab after an hour of a case: JavaScript heap, MB', [last.heap], PROMISED_MB);
  table.add('its process: memory of its own, MB', [last.own], PROMISED_MB);
  table.add('its process: resident, with the code of the browser, MB', [last.resident], null);
  table.add('growth of the heap since the first minutes, MB', [Math.max(0, last.heap - seen[2].heap)], null);
  table.add('trials of the hour that the page did not count', [trials - shown], null);
}

/** After a collection of garbage, because what can be freed is no leak. */
async function memoryReader(page) {
  const session = await page.context().newCDPSession(page);
  const browser = await page.context().browser().newBrowserCDPSession();
  await session.send('HeapProfiler.enable');
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes } = await session.send('Memory.getDOMCounters');
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    // One page is open: of its process and a spare one, its own is the larger.
    const tabs = processInfo.filter(({ type }) => type === 'renderer').map((one) => memoryOf(one.id));
    const { own, resident } = tabs.toSorted((a, b) => b.own - a.own)[0];
    return { heap: usedSize / 1e6, own, resident, nodes };
  };
}

/** The events of a diagnosis that the service runs, and how long it took. */
async function realDiagnosis({ url }) {
  const began = performance.now();
  const answer = await fetch(`${url}/tools/diagnose/stream`, {
    method: 'POST',
    body: JSON.stringify({ test: TEST, runner: 'node-test' }),
    headers: { 'content-type': 'application/json' },
  });
  const text = await answer.text();
  const ms = performance.now() - began;
  const envelopes = text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []));
  const failed = envelopes.find(({ ok }) => !ok);
  if (failed !== undefined) throw new Error(JSON.stringify(failed.error));
  const events = envelopes
    .map(({ result }) => result)
    .filter(({ type }) => type !== undefined && !/-(opened|closed)$/.test(type));
  return { events, ms };
}

async function openCase(store, root) {
  const { testId } = await load('src/contract/test-id.ts');
  const { random } = await load('../testkit/src/random.ts');
  const test = testId(TEST);
  // unflake-allow wall-clock: the page shows how long ago it began
  const opened = { root, runner: 'node-test', seed: 42, test, suite: [test], options: {}, openedAtMs: Date.now() };
  return store.openCase(opened, random(12));
}

/** `diagnose` as the service has it, with a run that tells an hour. */
function hourTool({ id, events, turns, seconds }) {
  return async ({ emit, signal }) => {
    emit({ type: 'case-opened', caseId: id, test: TEST, runner: 'node-test', seed: 42, tests: 1, recorded: 0 });
    const began = performance.now();
    let trials = 0;
    for (let turn = 0; turn < turns; ) {
      const due = Math.min(turns, ((performance.now() - began) / (seconds * 1_000)) * turns);
      for (; turn < due; turn += 1) {
        for (const event of events) {
          if (event.type === 'trial-finished') trials += 1;
          emit(event.type === 'trial-finished' ? { ...event, trial: `t-${trials}` } : event);
        }
      }
      await pause(TICK_MS, undefined, { signal });
    }
    emit({ type: 'note', text: 'the hour is over' });
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw signal.reason;
  };
}

async function startService(dashboard, run) {
  const [{ startHttp }, { TOOLS }, { systemClock }] = await Promise.all([
    import(new URL('service/http/start-http.js', DIST)),
    import(new URL('tools/registry.js', DIST)),
    import(new URL('../../testkit/dist/clock.js', DIST)),
  ]);
  const real = TOOLS.find(({ name }) => name === 'diagnose');
  const diagnose = { ...real, load: async () => ({ ...(await real.load()), run: (_input, context) => run(context) }) };
  let drawn = 0;
  const entropy = () => (drawn += 1);
  return startHttp({
    ...{ host: '127.0.0.1', port: 0, token: null, names: [], origins: [], maxCalls: 4, timeoutMs: HOUR_MS },
    tools: TOOLS.filter(({ only }) => only === undefined).map((one) => (one === real ? diagnose : one)),
    roots: [dashboard.place.subject],
    dashboard: 'actions',
    context: { clock: systemClock, env: dashboard.place.variables, entropy },
    log: (line) => console.error(line),
  });
}
