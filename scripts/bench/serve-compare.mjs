/**
 * Measures the cost of the service's envelope, checks and limits against a bare handler of the same framework (serve-bare.mjs), which does
 * the same work of the same tool and must return the same result; alternating. Needs the build.
 *
 *   node scripts/bench/serve-compare.mjs [clients] [tool …]
 *
 * Both are processes of their own and warm before anything is measured: V8 goes on compiling what it has seen often, beside the thread that
 * answers, and the service has more code than the bare handler. What is left of that in the turns is in "all threads" alone. Several pairs of
 * processes, because they differ for as long as they live: a closed store is let go of when V8 collects it, and how often V8 collects is not ours.
 */
import { deepEqual } from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, drive } from './serve-clients.mjs';
import { startServer, usedUs } from './serve-process.mjs';

/** All of them alternating, as clients of a service ask. */
const MIXED = 'mixed';
const TOOLS = { search: { query: 'total', most: 5 }, cases: {}, config_status: {}, [MIXED]: null };
const WARM_ANSWERS = 20_000;
const WARM_SECONDS = 20;
const TURN_SECONDS = 3;
/** Also on a machine that leaves us hardly any time. */
const MIN_ANSWERS = 500;
const PAIRS = 3;
/** Per side and pair; the median of all counts, so that a disturbed turn does not. */
const TURNS = 4;
/** Above the number of clients: no call may be refused here. */
const MAX_CALLS = '1000';

const top = fileURLToPath(new URL('../../', import.meta.url));
const clients = Number(process.argv[2] ?? 200);
const chosen = process.argv.length > 3 ? process.argv.slice(3) : Object.keys(TOOLS);

const folder = mkdtempSync(join(tmpdir(), 'unflake-serve-compare-'));
const place = { cwd: join(folder, 'subject'), env: { ...process.env, XDG_STATE_HOME: join(folder, 'state') } };
cpSync(join(top, 'fixtures/victim-one/node-test'), place.cwd, { recursive: true });
const service = [join(top, 'packages/unflake/bin/unflake.js'), 'serve', '--port', '0', '--json', '--quiet'];
const SERVERS = {
  service: [...service, '--max-calls', MAX_CALLS],
  bare: [fileURLToPath(new URL('serve-bare.mjs', import.meta.url))],
};

try {
  console.log(`${clients} clients; load of the machine before: ${load()}`);
  for (const tool of chosen) await compare(tool, TOOLS[tool]);
  console.log(`load of the machine after: ${load()}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function compare(tool, input) {
  const seen = { service: [], bare: [] };
  for (let pair = 0; pair < PAIRS; pair += 1) await inTurns(tool, input, seen);
  tell(tool, seen);
}

async function inTurns(tool, input, seen) {
  const servers = {};
  try {
    for (const [name, argv] of Object.entries(SERVERS)) servers[name] = await startServer(argv, place);
    for (const [name, body] of askedOf(tool, input)) {
      const answers = await Promise.all(Object.values(servers).map(({ url }) => ask(url, name, body)));
      const [ours, bare] = answers.map((answer) => JSON.parse(answer.body).result);
      deepEqual(ours, bare, `${name}: the bare handler must do the same work`);
    }
    for (const server of Object.values(servers)) await turn(server, tool, input, WARM_SECONDS, WARM_ANSWERS);
    for (let round = 0; round < TURNS; round += 1) {
      const names = round % 2 === 0 ? ['service', 'bare'] : ['bare', 'service'];
      for (const name of names) seen[name].push(await turn(servers[name], tool, input, TURN_SECONDS));
    }
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

async function turn({ url, pid }, tool, input, seconds, most = Number.POSITIVE_INFINITY) {
  const asked = askedOf(tool, input);
  let next = 0;
  const [before, began] = [usedUs(pid), performance.now()];
  const deadline = began + seconds * 1_000;
  const answers = await drive(url, {
    clients,
    choose: () => asked[next++ % asked.length],
    goOn: (count) => count < MIN_ANSWERS || (count < most && performance.now() < deadline),
    take({ status, body }) {
      if (status !== 200) throw new Error(`${tool}: ${status} ${body}`);
    },
  });
  const [after, took] = [usedUs(pid), performance.now() - began];
  return {
    rate: (answers / took) * 1_000,
    all: (after.all - before.all) / answers,
    answering: (after.answering - before.answering) / answers,
  };
}

/** The clients' requests, one after the other. */
function askedOf(tool, input) {
  return tool === MIXED ? Object.entries(TOOLS).filter(([name]) => name !== MIXED) : [[tool, input]];
}

function tell(tool, { service: ours, bare }) {
  const [a, b] = [ours, bare].map((turns) => (what) => middle(turns.map((one) => one[what])));
  const line = (label, one, other, lost) =>
    console.log(
      `${tool.padEnd(14)} ${label.padEnd(24)} service ${one.padStart(8)}  bare ${other.padStart(8)}  lost ${(lost * 100).toFixed(1).padStart(5)} %`,
    );
  line('answers a second', a('rate').toFixed(0), b('rate').toFixed(0), 1 - a('rate') / b('rate'));
  const times = { 'thread that answers, µs': 'answering', 'all threads, µs': 'all' };
  for (const [label, what] of Object.entries(times))
    line(label, a(what).toFixed(0), b(what).toFixed(0), 1 - b(what) / a(what));
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function load() {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
}
