/**
 * Checks what is left of an interrupted diagnosis: kill -9 at random moments, while its tests start children that detach (own session,
 * double fork, ignoring SIGTERM, without environment and output, a new one every few milliseconds), and Ctrl-C at random moments. Prints
 * Markdown and a line with the counts; exits 1 if a round failed. Needs `npm run build`.
 *
 *   node scripts/bench/leftovers.mjs [--kills 200] [--ctrl-c 50] [--seed 1] [--longest 6000]
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { random } from '../../packages/testkit/dist/random.js';
import { childrenOf, processes, reading, statOf } from './process-files.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    'ctrl-c': { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    longest: { type: 'string', default: '6000' },
  },
});
const BIN = fileURLToPath(new URL('../../packages/unflake/bin/unflake.js', import.meta.url));
const FIRST_MS = 100;
const LEFT_AFTER_MS = 5_000;
const MAX_START_MS = 60_000;
const place = mkdtempSync(join(tmpdir(), 'unflake-leftovers-'));
/** In the environment of every child of a test, also of those that clear it. */
const TAG = 'LEFTOVERS_BENCH';
/** On their command line: a day, and a fraction that no other benchmark uses. */
const MARKER = `86399.${process.pid}${Math.floor(performance.timeOrigin) % 1_000_000}`;

const STAYS = `trap "" TERM HUP INT; exec sleep ${MARKER}`;
const CHILDREN = [
  `setsid sh -c '${STAYS}' &`,
  `(setsid sh -c '(${STAYS}) & exit 0' &)`,
  `setsid env -i ${TAG}=${place} sleep ${MARKER} >/dev/null 2>&1 &`,
  `setsid sh -c 'n=0; while [ $n -lt 100 ]; do setsid sh -c "${STAYS.replaceAll('"', '\\"')}" & sleep 0.005; n=$((n + 1)); done' >/dev/null 2>&1 &`,
].join('\n');

const subject = join(place, 'subject');
writeSubject();
const rng = random(Number(values.seed));
const moment = () => rng.int(FIRST_MS, Number(values.longest));
let failed = 0;
let rounds = 0;
try {
  console.log(
    '| cut by | rounds | with children running | exit | stacks | rounds with processes left after 5 s | gone after, median, most |',
  );
  console.log('|---|---|---|---|---|---|---|');
  await cuts('kill -9', 'SIGKILL', Number(values.kills));
  await cuts('Ctrl-C', 'SIGINT', Number(values['ctrl-c']));
  console.log(`\n${rounds - failed} passed, ${failed} failed`);
} finally {
  rmSync(place, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;

async function cuts(title, signal, count) {
  const seen = [];
  for (let round = 0; round < count; round += 1) {
    const one = await cut(signal, moment());
    seen.push(one);
    const right = signal === 'SIGKILL' || one.exit === 130 || one.exit === 'SIGINT';
    if (one.left === 0 && !one.stack && right) continue;
    failed += 1;
    console.error(`${title} after ${one.atMs} ms: exit ${one.exit}, ${one.left} left\n${one.stderr}`);
  }
  rounds += count;
  const exits = Object.entries(grouped(seen)).map(([exit, all]) => `${exit}: ${all.length}`);
  const gone = seen.map(({ goneMs }) => goneMs).sort((a, b) => a - b);
  const cells = [
    title,
    count,
    seen.filter(({ children }) => children > 0).length,
    exits.join(', '),
    seen.filter(({ stack }) => stack).length,
    seen.filter(({ left }) => left > 0).length,
    `${Math.round(gone[gone.length >> 1] ?? 0)} ms, ${Math.round(gone.at(-1) ?? 0)} ms`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

function grouped(seen) {
  const by = {};
  for (const one of seen) by[one.exit] = [...(by[one.exit] ?? []), one];
  return by;
}

async function cut(signal, atMs) {
  const child = spawn(
    process.execPath,
    [BIN, 'diagnose', 'sometimes', '--minutes', '5', '--store', join(place, 'store.db')],
    {
      cwd: subject,
      env: { ...process.env, [TAG]: place },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const exited = new Promise((resolve) => child.on('exit', (code, by) => resolve(code ?? by)));
  // Three of four kills wait until a test has started children, however long that takes.
  if (signal === 'SIGKILL' && rng.float() < 0.75) {
    const isMarked = ({ marked }) => marked;
    const from = performance.now();
    while (!leftovers(child.pid).some(isMarked) && performance.now() - from < MAX_START_MS) await pause(5);
    await pause(atMs / 4);
  } else await pause(atMs);
  const children = leftovers(child.pid).filter(({ marked }) => marked).length;
  const helpers = childrenOf(child.pid);
  child.kill(signal);
  const exit = await exited;
  const from = performance.now();
  while (leftovers(child.pid, helpers).length > 0 && performance.now() - from < LEFT_AFTER_MS) await pause(10);
  const goneMs = performance.now() - from;
  const left = leftovers(child.pid, helpers);
  for (const { pid, tagged, marked } of left) if (tagged && marked) process.kill(pid, 'SIGKILL');
  return { atMs, exit, children, goneMs, left: left.length, stack: /^ +at |this is a bug/m.test(stderr), stderr };
}

/** Every process of the round except unflake itself: children of tests, runners, guards, and what unflake had started. */
function leftovers(unflake, helpers = new Set()) {
  return processes()
    .filter((name) => Number(name) !== unflake && Number(name) !== process.pid && !'ZX'.includes(statOf(name)[0]))
    .map((name) => {
      const command = reading(() => readFileSync(`/proc/${name}/cmdline`, 'latin1'));
      const environment = reading(() => readFileSync(`/proc/${name}/environ`, 'latin1'));
      const folder = reading(() => readlinkSync(`/proc/${name}/cwd`));
      const marked = command.includes(MARKER);
      const tagged = environment.includes(`${TAG}=${place}`);
      const helper = helpers.has(`${name} ${statOf(name)[19]}`);
      return { pid: Number(name), marked, tagged, ours: marked || tagged || helper || folder.startsWith(place) };
    })
    .filter(({ ours }) => ours);
}

function writeSubject() {
  mkdirSync(subject);
  writeFileSync(
    join(subject, 'package.json'),
    '{ "name": "leftovers", "private": true, "scripts": { "test": "node --test" } }\n',
  );
  writeFileSync(
    join(subject, 'leaks.test.js'),
    `const test = require('node:test');
const { spawnSync } = require('node:child_process');
// It runs for a while, so that most moments find it with running children.
function leak() {
  spawnSync('sh', ['-c', ${JSON.stringify(CHILDREN)}], { stdio: 'ignore' });
  spawnSync('sleep', ['2']);
}
test('always', leak);
test('sometimes', () => {
  leak();
  if (Math.random() < 0.3) throw new Error('no luck');
});
`,
  );
}
