/**
 * The history at the size of a large team: writes reports of a simulated CI, puts them in with the built program, asks for pages, and compares
 * what is called flaky with the truth and with published rules. `--xml <MB>` measures one large report instead.
 *
 *   node scripts/bench/history.mjs                      1,000,000 results of 5,000 tests over 2,000 commits
 *   node scripts/bench/history.mjs --results 100000     a sample
 *   node scripts/bench/history.mjs --stores sqlite      one store alone; PostgreSQL is started for this, on a socket
 *   node scripts/bench/history.mjs --seeds 1,2,3,4,5 --accidents 100    accuracy alone, of several seeds
 *   node scripts/bench/history.mjs --xml 500
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../toolchains/postgres.mjs';
import { accuracyOf } from './history/accuracy.mjs';
import { publishedRules } from './history/rules.mjs';
import { commitId, junitOf, simulate } from './history/simulate.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    results: { type: 'string', default: '1000000' },
    tests: { type: 'string', default: '5000' },
    commits: { type: 'string', default: '2000' },
    accidents: { type: 'string', default: '0' },
    calls: { type: 'string', default: '100' },
    stores: { type: 'string', default: 'sqlite,postgres' },
    xml: { type: 'string' },
  },
});
const top = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(top, 'packages/unflake/dist');
const PROGRAM = join(top, 'packages/unflake/bin/unflake.js');
/** Prints what the process used when it ends. */
const USAGE = `data:text/javascript,process.on('exit',()=>console.error('USAGE '+JSON.stringify(process.resourceUsage())))`;

const place = mkdtempSync(join(tmpdir(), 'unflake-history-'));
// Beside the rest, because PostgreSQL runs as another user.
const cluster = mkdtempSync(join(tmpdir(), 'unflake-postgres-'));
try {
  if (values.seeds !== undefined) await seeds(values.seeds.split(',').map(Number));
  else if (values.xml === undefined) await team();
  else await largeReport(Number(values.xml));
} finally {
  for (const folder of [place, cluster]) rmSync(folder, { recursive: true, force: true });
}

async function team() {
  const [tests, commits, wanted] = [values.tests, values.commits, values.results].map(Number);
  const perCommit = Math.round(wanted / commits);
  const seed = Number(values.seed);
  const { truth, runs } = simulate({ seed, tests, commits, perCommit, accidents: Number(values.accidents) });
  const rules = publishedRules(tests);
  // What the rules would say if somebody took the outages out for them.
  const withoutOutages = publishedRules(tests);
  const lines = [];
  let results = 0;
  for (const run of runs()) {
    rules.add(run);
    if (!run.outage) withoutOutages.add(run);
    results += run.results.length;
    const file = join(place, `${run.commit}-${run.attempt}.xml`);
    writeFileSync(file, junitOf(run, truth));
    lines.push(
      JSON.stringify({
        files: [file],
        commit: commitId(run.commit),
        branch: 'main',
        run: `${run.commit}`,
        job: 'unit',
        attempt: run.attempt,
        machine: 'ci',
      }),
    );
  }
  writeFileSync(join(place, 'runs.jsonl'), lines.join('\n'));
  const scale = { lines: lines.length, results, commits };
  const stores = values.stores.split(',');
  if (stores.includes('sqlite')) await measure('SQLite', join(place, 'store.db'), truth, scale);
  if (stores.includes('postgres')) {
    const server = await startPostgres(cluster);
    try {
      await measure('PostgreSQL', server.address, truth, scale);
    } finally {
      await server.stop();
    }
  }
  if (stores.includes('sqlite')) await accuracy(join(place, 'store.db'), truth, rules, withoutOutages, commits);
}

async function seeds(all) {
  const [tests, commits, wanted, accidents] = [values.tests, values.commits, values.results, values.accidents].map(
    Number,
  );
  const scale = { tests, commits, perCommit: Math.round(wanted / commits), accidents };
  const found = [];
  for (const seed of all) {
    const one = await accuracyOf(dist, { seed, ...scale });
    found.push(one);
    console.log(
      `seed ${seed}    ${one.called} called flaky, precision ${share(one.right, one.called)}, recall ${share(one.found, one.visible)} with three flips; ${one.incidents} incidents; precision of Trunk ${one.trunk}, of BuildPulse ${one.buildPulse}`,
    );
  }
  const sum = (name) => found.reduce((total, one) => total + one[name], 0);
  console.log(
    `all       precision ${share(sum('right'), sum('called'))}, recall ${share(sum('found'), sum('visible'))}, with ${accidents} accidents a seed`,
  );
}

async function measure(name, store, truth, { lines, results, commits }) {
  const runs = join(place, 'runs.jsonl');
  const ingest = await timed(['ingest', '--runs', runs, '--store', store, '--root', place, '--json']);
  const put = JSON.parse(ingest.stdout);
  if (!put.ok) throw new Error(ingest.stdout);
  const { size } = (await (await caller())('history', { store })).result;
  const per = (seconds) => Math.round(put.result.results / seconds);
  console.log(`${name}: ${results} results of ${lines} reports`);
  console.log(`  ingest  ${ingest.text}`);
  console.log(
    `          ${per(ingest.seconds)} results/s by the clock, ${per(ingest.cpuSeconds)}/s of its own CPU time; store ${Math.round(size.bytes / 1e6)} MB`,
  );
  await queries(store, truth, commits);
}

async function queries(store, truth, commits) {
  const call = await caller();
  const flaky = truth.flatMap((test, at) => (test.rate > 0 ? [at] : []));
  const page = await p95(() => call('history', { store }));
  const one = await p95((at) => call('history', { store, test: nameOf(truth[flaky[at % flaky.length]], commits) }));
  const healthy = await p95((at) => call('history', { store, test: nameOf(truth[(at * 37) % truth.length], commits) }));
  console.log(
    `  queries p95 of ${values.calls} calls, opening the store each time: first page ${page} ms, a flaky test ${one} ms, any test ${healthy} ms`,
  );
}

async function accuracy(store, truth, rules, withoutOutages, commits) {
  const call = await caller();
  const { result } = await call('history', { store, status: ['flaky', 'fixed'], limit: 1000 });
  const byName = new Map(truth.map((test, at) => [nameOf(test, commits), at]));
  const known = result.tests
    .filter(({ status, flaky }) => status === 'flaky' || flaky >= 0.9)
    .map(({ test }) => byName.get(test));
  for (const { test, status, evidence } of result.tests.filter(
    (row) => known.includes(byName.get(row.test)) && truth[byName.get(row.test)].rate === 0,
  ))
    console.log(
      `wrongly   ${test}: ${status}, ${JSON.stringify(evidence)}, truth ${JSON.stringify(truth[byName.get(test)])}`,
    );
  const visible = truth.flatMap((test, at) => (test.rate > 0 && rules.visibleFlips(at) >= 3 ? [at] : []));
  const seen = truth.flatMap((test, at) => (test.rate > 0 && rules.visibleFlips(at) >= 1 ? [at] : []));
  console.log(
    `truth     ${truth.filter(({ rate }) => rate > 0).length} flaky tests, ${seen.length} with a visible flip, ${visible.length} with three`,
  );
  for (const [name, found] of [
    ['unflake', new Set(known)],
    ['Trunk', rules.trunk()],
    ['BuildPulse', rules.buildPulse()],
    ['Trunk, without outages', withoutOutages.trunk()],
    ['BuildPulse, without outages', withoutOutages.buildPulse()],
  ]) {
    const right = [...found].filter((at) => at !== undefined && truth[at].rate > 0).length;
    const of3 = visible.filter((at) => found.has(at)).length;
    const of1 = seen.filter((at) => found.has(at)).length;
    console.log(
      `${name.padEnd(29)}${found.size} called flaky, precision ${share(right, found.size)}; recall ${share(of3, visible.length)} with three flips, ${share(of1, seen.length)} with one`,
    );
  }
  const all = await call('history', { store, limit: 1000 });
  const moved = truth.filter(({ moves }) => moves !== null).length;
  console.log(`renames   ${all.result.total} tests in the history, ${truth.length} in truth; ${moved} moved`);
  console.log(`incidents ${all.result.incidents.length}`);
  const broken = truth.filter(({ broken: range }) => range !== null);
  const statuses = [];
  for (const test of broken)
    statuses.push((await call('history', { store, test: nameOf(test, commits) })).result.test.status);
  console.log(
    `broken    then fixed: ${[...new Set(statuses)].map((one) => `${statuses.filter((other) => other === one).length} ${one}`).join(', ')}`,
  );
}

function share(part, whole) {
  return whole === 0 ? '–' : `${(part / whole).toFixed(3)} (${part}/${whole})`;
}
function nameOf(test, commits) {
  return `${test.moves !== null && commits > test.moves.at ? test.moves.to : test.file} > ${test.title}`;
}

async function p95(work) {
  const times = [];
  for (let at = 0; at < Number(values.calls); at += 1) {
    const began = performance.now();
    await work(at);
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(0.95 * times.length)].toFixed(1);
}

async function caller() {
  const [{ callTool }, { TOOLS }, { systemClock }] = await Promise.all([
    import(join(dist, 'tools/lib/envelope.js')),
    import(join(dist, 'tools/registry.js')),
    import(join(top, 'packages/testkit/dist/clock.js')),
  ]);
  const context = {
    emit: () => {},
    signal: new AbortController().signal,
    clock: systemClock,
    env: process.env,
    cwd: place,
    entropy: () => 1,
  };
  return async (name, input) => {
    const tool = await TOOLS.find((one) => one.name === name).load();
    const envelope = await callTool(tool, { root: place, ...input }, context);
    if (!envelope.ok) throw new Error(JSON.stringify(envelope.error));
    return envelope;
  };
}

async function largeReport(megabytes) {
  const file = join(place, 'large.xml');
  const out = createWriteStream(file);
  const stack = `    at total (src/cart.ts:12:7)\n`.repeat(20);
  const output = `2026-01-01T00:00:00Z INFO served /cart in 3 ms\n`.repeat(40);
  out.write('<?xml version="1.0"?>\n<testsuites>\n<testsuite name="all">\n');
  let bytes = 0;
  let cases = 0;
  while (bytes < megabytes * 1_000_000) {
    const failure = cases % 50 === 0 ? `<failure message="expected ${cases}">${stack}</failure>` : '';
    const text = `<testcase classname="src/area-${cases % 40}/part-${cases % 4000}.test.ts" name="behaves in case ${cases}" time="0.01">${failure}${cases % 3 === 0 ? `<system-out><![CDATA[${output}]]></system-out>` : ''}</testcase>\n`;
    bytes += text.length;
    cases += 1;
    if (!out.write(text)) await new Promise((resolve) => out.once('drain', resolve));
  }
  // One test that wrote a tenth of the file.
  out.write('<testcase classname="src/loud.test.ts" name="is loud"><system-out><![CDATA[');
  for (let left = bytes / 10; left > 0; left -= output.length)
    if (!out.write(output)) await new Promise((resolve) => out.once('drain', resolve));
  await new Promise((resolve) => out.end(']]></system-out></testcase>\n</testsuite>\n</testsuites>\n', resolve));
  mkdirSync(join(place, 'state'), { recursive: true });
  const run = await timed([
    'ingest',
    file,
    '--store',
    join(place, 'store.db'),
    '--root',
    place,
    '--commit',
    'c1',
    '--json',
  ]);
  const { result } = JSON.parse(run.stdout);
  console.log(`large     ${Math.round(statSync(file).size / 1e6)} MB, ${result.results} results: ${run.text}`);
}

/** Runs the program and says what it took. */
function timed(argv) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, ['--import', USAGE, PROGRAM, ...argv], {
      cwd: place,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (piece) => (stdout += piece));
    child.stderr.on('data', (piece) => (stderr += piece));
    child.on('error', reject);
    child.on('close', () => {
      const seconds = (performance.now() - began) / 1000;
      const usage = JSON.parse(/^USAGE (.*)$/m.exec(stderr)[1]);
      const cpuSeconds = (usage.userCPUTime + usage.systemCPUTime) / 1e6;
      const text = `${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU time, at most ${Math.round(usage.maxRSS / 1024)} MB`;
      resolve({ stdout, seconds, cpuSeconds, text });
    });
  });
}
