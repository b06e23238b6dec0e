/**
 * How the HTTP service bears many clients, and what its envelope, checks and limits cost: side by side with a bare handler of the same
 * framework that does the same work of the same tool and must come to the same result. Needs the build.
 *
 *   node scripts/bench/serve-load.mjs [seconds, 0 to leave the first part out] [clients]
 *
 * Each server is a process of its own. The first part holds `clients` on the service, with its default limit of calls at once, for
 * `seconds`; every answer must be right or QUEUE_OVERLOADED. The second compares throughput in turns of the same length.
 */
import { deepEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const [seconds = 60, clients = 200] = process.argv.slice(2).map(Number);
/** So many answers before anything is measured, within so many seconds. */
const WARM_ANSWERS = 5_000;
const WARM_SECONDS = 20;
const TURN_SECONDS = 5;
const TURNS = 3;
/** What a client that was refused waits, far less than the service asks for. */
const BACK_OFF_MS = 100;
const here = fileURLToPath(new URL('.', import.meta.url));
const top = fileURLToPath(new URL('../../', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'unflake-serve-load-'));
const subject = join(folder, 'subject');
cpSync(join(top, 'fixtures/victim-one/node-test'), subject, { recursive: true });
const env = { ...process.env, XDG_STATE_HOME: join(folder, 'state') };

/** The read tools that are asked in turn, with their inputs. */
const READS = [
  ['cases', {}],
  ['config_status', {}],
  ['search', { query: 'total', most: 5 }],
  ['index_status', {}],
];

try {
  console.log(`load of the machine before: ${load()}`);
  if (seconds > 0) await hold();
  await compare('search', { query: 'total', most: 5 });
  await compare('cases', {});
  await compare('config_status', {});
  console.log(`load of the machine after: ${load()}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function load() {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
}

async function hold() {
  const server = await start([
    join(top, 'packages/unflake/bin/unflake.js'),
    'serve',
    '--port',
    '0',
    '--json',
    '--quiet',
  ]);
  // The first call of a tool loads it.
  for (const [tool, input] of READS) await post(`${server.url}/tools/${tool}`, JSON.stringify(input));
  const memory = [];
  const sample = setInterval(() => memory.push(rssMiB(server.pid)), 1_000);
  const seen = await drive(server.url, seconds, (at) => READS[at % READS.length]);
  clearInterval(sample);
  await server.stop();
  const codes = Object.entries(seen.codes)
    .map(([code, count]) => `${code} ${count}`)
    .join(', ');
  const good = seen.ms.filter((_, at) => seen.ok[at]);
  console.log(`${clients} clients for ${seconds} s, 4 calls at once: ${seen.ms.length} answers, ${codes}`);
  console.log(
    `all answers:   p50 ${quantile(seen.ms, 0.5)} ms, p99 ${quantile(seen.ms, 0.99)} ms, longest ${quantile(seen.ms, 1)} ms`,
  );
  console.log(`right answers: p50 ${quantile(good, 0.5)} ms, p99 ${quantile(good, 0.99)} ms`);
  const third = Math.floor(memory.length / 3);
  console.log(
    `memory in thirds of the time, MiB: ${[0, 1, 2].map((part) => middle(memory.slice(part * third, (part + 1) * third))).join(' → ')}`,
  );
  const wrong = Object.keys(seen.codes).filter((code) => code !== 'ok' && code !== 'QUEUE_OVERLOADED');
  if (wrong.length > 0) throw new Error(`answers that may not be: ${wrong.join(', ')}`);
}

/** In turns, first the one and then the other, so that the machine's moods fall on both. */
async function compare(tool, input) {
  const ours = await start([
    join(top, 'packages/unflake/bin/unflake.js'),
    'serve',
    '--port',
    '0',
    '--json',
    '--quiet',
    '--max-calls',
    '1000',
  ]);
  const bare = await start([join(here, 'serve-bare.mjs')]);
  // What is compiled only after a while must not fall on who comes first.
  for (const { url } of [ours, bare]) await warm(url, tool, input);
  const [mine, plain] = await Promise.all(
    [ours, bare].map(({ url }) => post(`${url}/tools/${tool}`, JSON.stringify(input))),
  );
  deepEqual(mine.result, plain.result, `${tool}: the bare handler must do the same work`);
  const rates = { ours: [], bare: [] };
  const cpu = { ours: 0, bare: 0 };
  const answers = { ours: 0, bare: 0 };
  for (let turn = 0; turn < TURNS * 2; turn += 1) {
    const name = ['ours', 'bare', 'bare', 'ours'][turn % 4];
    const server = { ours, bare }[name];
    const before = cpuMs(server.pid);
    const seen = await drive(server.url, TURN_SECONDS, () => [tool, input]);
    cpu[name] += cpuMs(server.pid) - before;
    answers[name] += seen.ms.length;
    if (seen.codes.ok !== seen.ms.length) throw new Error(`${name}: ${JSON.stringify(seen.codes)}`);
    rates[name].push(Math.round(seen.ms.length / TURN_SECONDS));
  }
  await ours.stop();
  await bare.stop();
  const lost = 1 - sum(rates.ours) / sum(rates.bare);
  const each = (name) => (cpu[name] / answers[name]) * 1_000;
  console.log(
    `${tool}: service ${rates.ours.join(' ')} per s, bare handler ${rates.bare.join(' ')} per s: ${percent(lost)} lost`,
  );
  // On a machine that others use as well, processor time is what can be compared; throughput lost when nothing else limits it.
  const spent = `${each('ours').toFixed(0)} µs an answer, bare handler ${each('bare').toFixed(0)} µs`;
  console.log(`${tool}: processor time ${spent}: ${percent(1 - each('bare') / each('ours'))} of the throughput`);
}

async function warm(url, tool, input) {
  let answers = 0;
  for (let second = 0; second < WARM_SECONDS && answers < WARM_ANSWERS; second += 1)
    answers += (await drive(url, 1, () => [tool, input])).ms.length;
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}

/** Every client sends its next request when it has its answer. */
async function drive(url, forSeconds, choose) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const seen = { ms: [], ok: [], codes: {} };
  const deadline = performance.now() + forSeconds * 1_000;
  let at = 0;
  const client = async () => {
    while (performance.now() < deadline) {
      const [tool, input] = choose(at++);
      const began = performance.now();
      const envelope = await post(`${url}/tools/${tool}`, JSON.stringify(input), agent);
      seen.ms.push(performance.now() - began);
      seen.ok.push(envelope.ok);
      const code = envelope.ok ? 'ok' : envelope.error.code;
      seen.codes[code] = (seen.codes[code] ?? 0) + 1;
      if (code === 'QUEUE_OVERLOADED') await pause(BACK_OFF_MS);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return seen;
}

function post(url, body, agent) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => (text += piece));
      response.on('end', () => resolve(JSON.parse(text)));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function start(argv) {
  const child = spawn(process.execPath, argv, { cwd: subject, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const line = await new Promise((resolve) => child.stdout.once('data', resolve));
  return {
    url: JSON.parse(line).result.url,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function rssMiB(pid) {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return Math.round((pages * 4096) / 1024 / 1024);
}

/** Of the process with all its threads, in ticks of 10 ms. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);
}

function middle(values) {
  return quantile(values, 0.5);
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
