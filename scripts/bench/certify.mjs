/**
 * What `certify` says of a branch that adds ten tests, three of them flaky (or `--flaky` so many), and what that costs. Before it the suite runs plainly 20 times: how many of the three
 * these runs show. `node scripts/bench/certify.mjs [--seeds 1,2] [--reruns 20] [--flaky 0] [--keep <folder>]` prints a line a seed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cpuGroup } from './certify/cpu-group.mjs';
import { plantBranch } from './certify/plant-branch.mjs';

const BIN = fileURLToPath(new URL('../../packages/unflake/bin/unflake.js', import.meta.url));
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    reruns: { type: 'string', default: '20' },
    flaky: { type: 'string', default: '3' },
    keep: { type: 'string' },
  },
});

for (const seed of values.seeds.split(',').map(Number)) console.log(JSON.stringify(certified(seed)));

function certified(seed) {
  const place = values.keep ?? mkdtempSync(join(tmpdir(), 'unflake-certify-bench-'));
  const subject = join(place, `subject-${seed}`);
  mkdirSync(subject, { recursive: true });
  try {
    const truth = plantBranch(subject, seed, Number(values.flaky));
    const shownByReruns = reruns(subject, truth.flaky);
    const env = { ...process.env, XDG_STATE_HOME: join(place, 'state') };
    const load = loadavg()[0];
    const begin = process.hrtime.bigint();
    const group = cpuGroup();
    const args = [BIN, 'certify', '--json', '--seed', String(seed)];
    const [program, ...words] = group?.argv(process.execPath, args) ?? [process.execPath, ...args];
    const run = spawnSync(program, words, { cwd: subject, env, encoding: 'utf8', maxBuffer: 2 ** 28 });
    const ms = Number(process.hrtime.bigint() - begin) / 1e6;
    if (values.keep) writeFileSync(join(place, `certify-${seed}.json`), run.stdout);
    const { ok, result, error } = JSON.parse(run.stdout);
    if (!ok) throw new Error(error.message);
    const cpuSeconds = group === null ? null : Math.round(group.seconds());
    group?.close();
    const measured = { seconds: Math.round(ms / 1000), cpuSeconds, load: Number(load.toFixed(1)) };
    return { seed, kinds: truth.kinds, shownByReruns, ...judged(result, truth), ...measured, exit: run.status };
  } finally {
    if (!values.keep) rmSync(place, { recursive: true, force: true });
  }
}

/** How many of the flaky tests failed in one of the plain runs. */
function reruns(subject, flaky) {
  const failed = new Set();
  for (let run = 0; run < Number(values.reruns); run += 1) {
    const args = ['-m', 'pytest', '-q', '-rf', '-p', 'no:cacheprovider', '-p', 'no:randomly'];
    // unflake-allow ignored-exit-status: flaky tests fail; which ones is read from the output
    const { stdout } = spawnSync('python3', args, { cwd: subject, encoding: 'utf8' });
    for (const test of flaky) if (stdout.includes(`FAILED ${test}`)) failed.add(test);
  }
  return failed.size;
}

function judged({ certificates, cost, ended, asked }, { flaky, healthy }) {
  const status = new Map(certificates.map((one) => [one.test, one.status]));
  const having = (tests, ...wanted) => tests.filter((test) => wanted.includes(status.get(test)));
  const runs = certificates.filter((one) => one.status === 'certified').map((one) => one.runs.counted);
  return {
    chosen: certificates.length,
    caught: having(flaky, 'flaky', 'broken').length,
    of: flaky.length,
    missed: flaky
      .filter((test) => !['flaky', 'broken'].includes(status.get(test)))
      .map((test) => `${status.get(test)} ${test}`),
    certified: having(healthy, 'certified').length,
    ofHealthy: healthy.length,
    falseAlarms: having(healthy, 'flaky', 'broken'),
    undecided: having(healthy, 'undecided'),
    fewestRuns: Math.min(...runs),
    asked: asked.runs,
    ended,
    trials: cost.trials,
  };
}
