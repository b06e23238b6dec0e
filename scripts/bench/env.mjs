/**
 * Measures the cost and gain of `unflake env run` on the BATS suite of the fixtures. Needs `npm run build`, bats and an idle machine.
 *
 *   node scripts/bench/env.mjs [runs]
 *
 * Rerun: all steps with state that can be used, one at a time, alternating with `bats` on the same files by hand (one bats for all files,
 * and one for each). Parallel: suites whose steps also wait a little, as those of real products do, with one job and with two.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../', import.meta.url));
const BIN = join(top, 'packages/unflake/bin/unflake.js');
const runs = Number(process.argv[2] ?? 5);
const project = mkdtempSync(join(tmpdir(), 'unflake-env-bench-'));
const suite = join(project, 'test');
const env = {
  ...process.env,
  UNFLAKE_HELPERS: join(top, 'packages/unflake/helpers/bats/load.bash'),
  ALMANAC_LINES: process.env.ALMANAC_LINES ?? '100000',
};

try {
  cpSync(join(top, 'fixtures/env-suite'), suite, { recursive: true });
  const files = readdirSync(suite)
    .filter((name) => /^(?:\d\d-|test-).*\.bats$/.test(name))
    .sort()
    .map((name) => join('test', name));
  console.log(
    `${files.length} files, ${runs} runs each alternating, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}`,
  );
  unflake('env', 'run');
  const turns = {
    'one bats for all files': () => must('bats', ['--tap', ...files]),
    'a bats for each file': () => {
      for (const file of files) must('bats', ['--tap', file]);
    },
    'unflake env run --jobs 1': () => unflake('env', 'run', '--jobs', '1'),
    'unflake env run --jobs 2': () => unflake('env', 'run', '--jobs', '2'),
  };
  report('rerun with usable state', byTurns(turns), 'one bats for all files');

  for (const file of files.filter((name) => name.includes('/test-'))) waitALittle(join(project, file));
  const independent = files
    .filter((name) => name.includes('/test-'))
    .map((name) => name.slice('test/'.length, -'.bats'.length));
  const jobs = {
    'independent steps, --jobs 1': () => unflake('env', 'run', '--jobs', '1', ...independent),
    'independent steps, --jobs 2': () => unflake('env', 'run', '--jobs', '2', ...independent),
    'full suite, --jobs 1': () => unflake('env', 'run', '--jobs', '1'),
    'full suite, --jobs 2': () => unflake('env', 'run', '--jobs', '2'),
  };
  const times = byTurns(jobs);
  report('each independent step waits 0.5 s', times, 'full suite, --jobs 1');
  const faster = (what) =>
    (median(times[`${what}, --jobs 1`].wall) / median(times[`${what}, --jobs 2`].wall)).toFixed(2);
  console.log(
    `two jobs are faster: independent steps ${faster('independent steps')} ×, full suite ${faster('full suite')} ×`,
  );
} finally {
  rmSync(project, { recursive: true, force: true });
}

function byTurns(commands) {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, { wall: [], cpu: [] }]));
  for (let turn = 0; turn < runs; turn += 1) {
    for (const [name, command] of Object.entries(commands)) {
      const before = childrenCpuMs();
      const startedAt = performance.now();
      command();
      times[name].wall.push(performance.now() - startedAt);
      times[name].cpu.push(childrenCpuMs() - before);
    }
  }
  return times;
}

function report(title, times, base) {
  console.log(`\n${title} (medians)`);
  for (const [name, { wall, cpu }] of Object.entries(times)) {
    const share = ((median(wall) / median(times[base].wall) - 1) * 100).toFixed(1);
    const work = ((median(cpu) / median(times[base].cpu) - 1) * 100).toFixed(1);
    console.log(
      `${name.padEnd(28)} ${(median(wall) / 1_000).toFixed(2).padStart(7)} s ${share.padStart(7)} %   processor ${(median(cpu) / 1_000).toFixed(2).padStart(7)} s ${work.padStart(7)} %`,
    );
  }
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** User and system time of exited children and their children: fields 16 and 17 of our stat line, in hundredths of a second. */
function childrenCpuMs() {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** Real steps wait for servers and disks. */
function waitALittle(path) {
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, `${text}\n@test "waits a little, as real ones do" {\n  sleep 0.5\n}\n`);
}

function unflake(...args) {
  must(process.execPath, [BIN, ...args, '--quiet']);
}

function must(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: project, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`);
}
