/**
 * Measures the testkit's speed as ratios to what people use today: the alternatives run in turns, in one process, and their best rounds are
 * compared, because on a busy machine every other round measures foreign load. Above 1 the testkit is faster. Usage: node
 * scripts/bench/testkit.mjs [--json]
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { npmTools } from '../toolchains/npm-tools.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TIMERS = 100_000;
const MOVES = 1_000_000;
// A round of draws is shorter than a scheduler slice, so that some rounds are undisturbed.
const DRAWS = 100_000;
const DRAW_ROUNDS = 3000;
const CLOCK_ROUNDS = 9;
const MESSAGES = 1_000_000;
// Per round of messages; memory is compared between the first and the last.
const MESSAGE_ROUND = 100_000;

const built = await mkdtemp(join(tmpdir(), 'unflake-bench-'));
try {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const flags = ['--outDir', built, '--composite', 'false', '--tsBuildInfoFile', 'null'];
  const build = spawnSync(process.execPath, [tsc, '-p', join(ROOT, 'packages/testkit/tsconfig.json'), ...flags]);
  if (build.status !== 0) throw new Error(`the testkit does not compile:\n${build.stdout}${build.stderr}`);
  const results = await measure();
  if (process.argv.includes('--json')) console.log(JSON.stringify(results, null, 2));
  else print(results);
} finally {
  await rm(built, { recursive: true, force: true });
}

async function measure() {
  const load = (name) => import(pathToFileURL(join(built, `${name}.js`)).href);
  const [{ TestClock }, { random }, { FakeNetwork }] = await Promise.all(['clock', 'random', 'channel'].map(load));
  const tools = await npmTools({ '@sinonjs/fake-timers': '15.4.0', 'pure-rand': '8.4.2' });
  const require = createRequire(join(tools, 'package.json'));
  const { createClock } = require('@sinonjs/fake-timers');
  const { xoroshiro128plus } = require('pure-rand/generator/xoroshiro128plus');
  const { uniformInt } = require('pure-rand/distribution/uniformInt');
  const { uniformFloat64 } = require('pure-rand/distribution/uniformFloat64');

  // In an array of doubles, because a plain variable would allocate a number for every sum.
  const sink = new Float64Array(1);
  const count = () => {
    sink[0] += 1;
  };
  const ratios = [
    await versus(
      `${TIMERS} timers, set and fired`,
      CLOCK_ROUNDS,
      () => {
        const clock = new TestClock();
        for (let at = 0; at < TIMERS; at += 1) clock.setTimeout(count, (at * 7919) % TIMERS);
        clock.advance(TIMERS);
      },
      () => {
        const clock = createClock(0, 10 * TIMERS);
        for (let at = 0; at < TIMERS; at += 1) clock.setTimeout(count, (at * 7919) % TIMERS);
        clock.tick(TIMERS);
      },
    ),
    await versus(
      `${MOVES} × advance(1), nothing pending`,
      CLOCK_ROUNDS,
      () => {
        const clock = new TestClock();
        for (let at = 0; at < MOVES; at += 1) clock.advance(1);
      },
      () => {
        const clock = createClock(0, MOVES);
        for (let at = 0; at < MOVES; at += 1) clock.tick(1);
      },
    ),
    await versus(
      `${MOVES} × advance(1), an interval of 10 ms pending`,
      CLOCK_ROUNDS,
      () => {
        const clock = new TestClock();
        clock.setInterval(count, 10);
        for (let at = 0; at < MOVES; at += 1) clock.advance(1);
      },
      () => {
        const clock = createClock(0, MOVES);
        clock.setInterval(count, 10);
        for (let at = 0; at < MOVES; at += 1) clock.tick(1);
      },
    ),
    await versus(
      '2000 timers, promises settled in between',
      CLOCK_ROUNDS,
      async () => {
        const clock = new TestClock();
        for (let at = 0; at < 2000; at += 1) clock.setTimeout(count, at);
        await clock.advanceAsync(2000);
      },
      async () => {
        const clock = createClock(0, 10_000);
        for (let at = 0; at < 2000; at += 1) clock.setTimeout(count, at);
        await clock.tickAsync(2000);
      },
    ),
    await versus(
      `${DRAWS} × int(1, 6)`,
      DRAW_ROUNDS,
      () => {
        const rng = random(1);
        for (let at = 0; at < DRAWS; at += 1) sink[0] += rng.int(1, 6);
      },
      () => {
        const rng = xoroshiro128plus(1);
        for (let at = 0; at < DRAWS; at += 1) sink[0] += uniformInt(rng, 1, 6);
      },
    ),
    await versus(
      `${DRAWS} × int(0, 1e12)`,
      DRAW_ROUNDS,
      () => {
        const rng = random(1);
        for (let at = 0; at < DRAWS; at += 1) sink[0] += rng.int(0, 1e12);
      },
      () => {
        const rng = xoroshiro128plus(1);
        for (let at = 0; at < DRAWS; at += 1) sink[0] += uniformInt(rng, 0, 1e12);
      },
    ),
    await versus(
      `${DRAWS} × float()`,
      DRAW_ROUNDS,
      () => {
        const rng = random(1);
        for (let at = 0; at < DRAWS; at += 1) sink[0] += rng.float();
      },
      () => {
        const rng = xoroshiro128plus(1);
        for (let at = 0; at < DRAWS; at += 1) sink[0] += uniformFloat64(rng);
      },
    ),
  ];
  return { ratios, network: messages(FakeNetwork, TestClock, random), sink: sink[0] > 0 };
}

/** Both in every round, in alternating order; the ratio of their best rounds. */
async function versus(name, rounds, ours, theirs) {
  const best = { ours: Infinity, theirs: Infinity };
  for (let round = 0; round < rounds; round += 1) {
    const turns = round % 2 === 0 ? ['ours', 'theirs'] : ['theirs', 'ours'];
    for (const whose of turns) best[whose] = Math.min(best[whose], await timed(whose === 'ours' ? ours : theirs));
  }
  return { name, ratio: best.theirs / best.ours, oursMs: best.ours, theirsMs: best.theirs };
}

async function timed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function messages(FakeNetwork, TestClock, random) {
  const clock = new TestClock();
  const link = { latency: 20, jitter: 30, loss: 0.1, duplication: 0.1, reordering: 0.1 };
  const network = new FakeNetwork({ clock, random: random(1), link, traceLimit: 100 });
  let received = 0;
  network.onMessage('b', () => {
    received += 1;
  });
  const heap = [];
  const start = performance.now();
  for (let sent = 1; sent <= MESSAGES; sent += 1) {
    network.send('a', 'b', sent);
    if (sent % 10 === 0) clock.advance(1);
    if (sent % MESSAGE_ROUND === 0) heap.push(liveHeap());
  }
  const seconds = (performance.now() - start) / 1000;
  const growthKb = Math.round((heap.at(-1) - heap[0]) / 1024);
  return { messages: MESSAGES, received, perSecond: Math.round(MESSAGES / seconds), growthKb };
}

function liveHeap() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

function print({ ratios, network }) {
  for (const { name, ratio, oursMs, theirsMs } of ratios) {
    const times = `${oursMs.toFixed(2)} ms against ${theirsMs.toFixed(2)} ms`;
    console.log(`${name.padEnd(52)} ${ratio.toFixed(2).padStart(6)} ×   (${times})`);
  }
  console.log(
    `network: ${network.messages} messages sent, ${network.received} received, ${network.perSecond} a second; ` +
      `live heap ${network.growthKb >= 0 ? '+' : ''}${network.growthKb} kB between the first and the last tenth`,
  );
}
