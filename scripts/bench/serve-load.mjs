/**
 * Load-tests the HTTP service with many clients on read-only tools, with its default limit of concurrent calls: every response must be
 * right or QUEUE_OVERLOADED. serve-compare.mjs measures the cost of its envelope. Needs the build.
 *
 *   node scripts/bench/serve-load.mjs [seconds] [clients]
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, drive } from './serve-clients.mjs';
import { rssMiB, startServer } from './serve-process.mjs';

const [seconds = 60, clients = 200] = process.argv.slice(2).map(Number);
/** How long a refused client waits, far less than the service asks for. */
const BACK_OFF_MS = 100;
const SAMPLE_MS = 1_000;
const top = fileURLToPath(new URL('../../', import.meta.url));

/** Called in turn. */
const READS = [
  ['cases', {}],
  ['config_status', {}],
  ['search', { query: 'total', most: 5 }],
  ['index_status', {}],
];

const folder = mkdtempSync(join(tmpdir(), 'unflake-serve-load-'));
const place = { cwd: join(folder, 'subject'), env: { ...process.env, XDG_STATE_HOME: join(folder, 'state') } };
cpSync(join(top, 'fixtures/victim-one/node-test'), place.cwd, { recursive: true });
const service = [join(top, 'packages/unflake/bin/unflake.js'), 'serve', '--port', '0', '--json', '--quiet'];

try {
  console.log(`load of the machine before: ${load()}`);
  await hold();
  console.log(`load of the machine after: ${load()}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function hold() {
  const server = await startServer(service, place);
  const seen = { ms: [], right: [], codes: {} };
  const memory = [];
  const sample = setInterval(() => memory.push(rssMiB(server.pid)), SAMPLE_MS);
  try {
    // The first call of a tool loads it.
    for (const [tool, input] of READS) await ask(server.url, tool, input);
    const deadline = performance.now() + seconds * 1_000;
    await drive(server.url, {
      clients,
      choose: (at) => READS[at % READS.length],
      goOn: () => performance.now() < deadline,
      take({ body }, ms) {
        const envelope = JSON.parse(body);
        const code = envelope.ok ? 'ok' : envelope.error.code;
        seen.ms.push(ms);
        if (envelope.ok) seen.right.push(ms);
        seen.codes[code] = (seen.codes[code] ?? 0) + 1;
        return code === 'QUEUE_OVERLOADED' ? BACK_OFF_MS : 0;
      },
    });
  } finally {
    clearInterval(sample);
    await server.stop();
  }
  tell(seen, memory);
}

function tell({ ms, right, codes }, memory) {
  const counts = Object.entries(codes)
    .map(([code, count]) => `${code} ${count}`)
    .join(', ');
  console.log(`${clients} clients for ${seconds} s, 4 calls at once: ${ms.length} answers, ${counts}`);
  const all = [0.5, 0.99, 1].map((share) => quantile(ms, share));
  console.log(`all answers:   p50 ${all[0]} ms, p99 ${all[1]} ms, longest ${all[2]} ms`);
  console.log(`right answers: p50 ${quantile(right, 0.5)} ms, p99 ${quantile(right, 0.99)} ms`);
  const third = Math.floor(memory.length / 3);
  const thirds = [0, 1, 2].map((part) => quantile(memory.slice(part * third, (part + 1) * third), 0.5));
  console.log(`memory in thirds of the time, MiB: ${thirds.join(' → ')}`);
  const wrong = Object.keys(codes).filter((code) => code !== 'ok' && code !== 'QUEUE_OVERLOADED');
  if (wrong.length > 0) throw new Error(`answers that may not be: ${wrong.join(', ')}`);
}

function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);
}

function load() {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
}
