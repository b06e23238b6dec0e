/**
 * How many planted flaky tests a hunt finds within the cost of a number of plain suite runs, and how many false alarms it raises.
 * `node scripts/bench/hunt.mjs [--runner vitest] [--seeds 1,2] [--runs 40] [--scale 0.3] [--keep <folder>]` prints a line a seed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cpuGroup } from './certify/cpu-group.mjs';
import { layOut, SUITES } from './hunt/suites.mjs';

const BIN = fileURLToPath(new URL('../../packages/unflake/bin/unflake.js', import.meta.url));
const { values } = parseArgs({
  options: {
    runner: { type: 'string', default: 'pytest' },
    seeds: { type: 'string', default: '1' },
    runs: { type: 'string', default: '40' },
    scale: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
});
/** Plain runs before the hunt, whose median is one suite run. */
const PLAIN_RUNS = 3;

for (const seed of values.seeds.split(',').map(Number)) console.log(JSON.stringify(hunted(seed)));

function hunted(seed) {
  const place = values.keep ?? mkdtempSync(join(tmpdir(), 'unflake-hunt-bench-'));
  const subject = join(place, `subject-${seed}`);
  try {
    const truth = layOut(subject, { runner: values.runner, seed, scale: Number(values.scale) });
    const suiteMs = plainMs(subject);
    const minutes = (Number(values.runs) * suiteMs) / 60_000;
    const env = { ...process.env, XDG_STATE_HOME: join(place, 'state') };
    const load = Number(loadavg()[0].toFixed(1));
    const begin = process.hrtime.bigint();
    const group = cpuGroup();
    const args = [BIN, 'hunt', '--json', '--seed', String(seed), '--minutes', minutes.toFixed(3)];
    const [program, ...words] = group?.argv(process.execPath, args) ?? [process.execPath, ...args];
    const run = spawnSync(program, words, { cwd: subject, env, encoding: 'utf8', maxBuffer: 2 ** 28 });
    const ms = Number(process.hrtime.bigint() - begin) / 1e6;
    const cpuSeconds = group === null ? null : Math.round(group.seconds());
    group?.close();
    if (values.keep) writeFileSync(join(place, `hunt-${seed}.json`), run.stdout);
    const { result } = JSON.parse(run.stdout);
    const measured = { suiteMs: Math.round(suiteMs), runs: Number((ms / suiteMs).toFixed(1)), cpuSeconds, load };
    return { seed, ...measured, ...judged(result, truth) };
  } finally {
    if (!values.keep) rmSync(place, { recursive: true, force: true });
  }
}

function plainMs(subject) {
  const times = Array.from({ length: PLAIN_RUNS }, () => SUITES[values.runner].run(subject).ms);
  return times.toSorted((a, b) => a - b)[PLAIN_RUNS >> 1];
}

function judged({ flaky, broken, unrepeated, ended, rounds, cost }, truth) {
  const named = flaky.map(({ test }) => test);
  const planted = Object.keys(truth.flaky);
  return {
    found: named.filter((test) => planted.includes(test)).length,
    of: planted.length,
    falseAlarms: named.filter((test) => !planted.includes(test)),
    missed: planted.filter((test) => !named.includes(test)).map((test) => `${truth.flaky[test]} ${test}`),
    kinds: flaky.filter(({ test, kind }) => truth.flaky[test] === kind).length,
    broken: broken.filter(({ test }) => truth.broken.includes(test)).length,
    falseBroken: broken.map(({ test }) => test).filter((test) => !truth.broken.includes(test)),
    unrepeated: unrepeated.map(({ test }) => test),
    ended,
    rounds: rounds.length,
    trials: cost.trials,
  };
}
