/**
 * Measures how fast one test is rerun: our command alone, and a whole trial (private folder, supervision and parsing included), against the
 * command that its user would type in a loop; alternating within one run, by wall time and by CPU time. Prints Markdown. Needs `npm run
 * build`.
 *
 *   node scripts/bench/rerun.mjs [--rounds 9] [--only go-test,cargo-test] [--write docs/design/rerun-measured.md]
 */
import { spawn } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chooseLauncher } from '../../packages/unflake/dist/engine/launchers/choose-launcher.js';
import { FORK_SERVER } from '../../packages/unflake/dist/engine/launchers/fork-servers.js';
import { SEEDS } from '../../packages/unflake/dist/engine/launchers/hash-seeds.js';
import { PAYS_AFTER } from '../../packages/unflake/dist/engine/launchers/loaded-runner.js';
import { openStandby } from '../../packages/unflake/dist/engine/launchers/standby.js';
import { startProcess } from '../../packages/unflake/dist/engine/process/start-process.js';
import { runTag, taggedProcesses } from '../../packages/unflake/dist/engine/process/tags.js';
import { listTests } from '../../packages/unflake/dist/engine/subject/list-tests.js';
import { contextOf } from '../../packages/unflake/dist/engine/subject/subject.js';
import { runTrial } from '../../packages/unflake/dist/engine/trial/run-trial.js';
import { openWorkspace } from '../../packages/unflake/dist/engine/trial-workspace.js';
import { memoryOf } from '../../packages/unflake/dist/proc/memory.js';
import { runnerNamed } from '../../packages/unflake/dist/runners/index.js';
import { PROJECTS, writeProject } from './rerun-projects.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, only: { type: 'string' }, write: { type: 'string' } },
});
const ROUNDS = Number(values.rounds);
const PROBES = fileURLToPath(new URL('../../packages/unflake/probes', import.meta.url));
const TICKS_PER_MS = 0.1;
// CPU time is counted in steps of 10 ms: short trials are repeated until a block shows several.
const TRIALS_PER_BLOCK = 10;
const COLD_TRIALS_PER_BLOCK = 2;
// The first trial finds its process ready; each other one waits for the rest of the loading. A runner that stays loaded gets enough trials
// that it is replaced meanwhile.
const STANDBY_TRIALS_PER_BLOCK = 4;
const TRIALS = {
  compiled: TRIALS_PER_BLOCK,
  [FORK_SERVER]: TRIALS_PER_BLOCK,
  standby: STANDBY_TRIALS_PER_BLOCK,
  'recorded command': STANDBY_TRIALS_PER_BLOCK,
  cold: COLD_TRIALS_PER_BLOCK,
};
// What a user's command leaves running, such as Gradle's daemon, is found by it, counted, and ended.
// unflake-allow name-from-clock: only the processes of this run are searched for
const TAG = `UNFLAKE_RERUN_BENCH_${process.pid}`;
// Trials of one case have different seeds, which decide between servers.
let trials = 0;

const only = values.only?.split(',');
const wanted = PROJECTS.filter(({ runner }) => (only === undefined || only.includes(runner)) && runnerNamed(runner));
const place = realpathSync(mkdtempSync(join(tmpdir(), 'unflake-rerun-')));
try {
  const rows = [];
  for (const project of wanted) rows.push(await measure(project));
  const text = page(rows);
  process.stdout.write(text);
  if (values.write) writeFileSync(values.write, text);
  if (rows.some(({ cpuRatio, target }) => cpuRatio < target)) process.exitCode = 1;
} finally {
  for (const pid of taggedProcesses(TAG)) process.kill(pid);
  rmSync(place, { recursive: true, force: true });
}

async function measure(project) {
  const root = mkdtempSync(join(place, `${project.runner}-`));
  await writeProject(project, root);
  const workspace = openWorkspace({ env: process.env, place: join(place, 'runs') });
  try {
    const program = await project.program(root);
    const bare = {
      root,
      folder: root,
      adapter: runnerNamed(project.runner),
      program,
      settings: { args: [], files: [], command: [], report: { format: 'exit', path: null }, ...project.settings },
      probes: PROBES,
      cache: `${root}-cache`,
      suite: [],
    };
    const { tests } = await listTests(bare, workspace);
    const launch = await chooseLauncher({ ...bare, suite: tests }, workspace, {
      target: project.test,
      // As many as there are cores, so that nothing is started ahead: the cost of one command is measured here.
      jobs: 64,
      timeBoxMs: 60_000,
    });
    // It stays loaded after enough trials that this pays; of fork servers there are several.
    const { waits, compiled, forksAfter } = bare.adapter;
    const first =
      waits in PAYS_AFTER
        ? (forksAfter ?? PAYS_AFTER[waits]) + 4 * SEEDS
        : compiled?.paysAfter
          ? compiled.paysAfter + 1
          : 0;
    for (let count = 0; count < first; count += 1) await ourTrial(project, launch, workspace);
    for (const why of [launch.distrust, launch.lacks?.why])
      if (why) process.stderr.write(`${project.runner}: ${why}\n`);
    const ahead = waits === 'once' ? openStandby({ ...bare, suite: tests }, workspace) : null;
    try {
      return await race(project, launch, ahead, workspace, project.loop(program));
    } finally {
      await ahead?.close();
      await launch.close();
    }
  } finally {
    await workspace.close();
  }
}

/** The first round only warms caches. */
async function race(project, launch, ahead, workspace, loop) {
  const theirs = [];
  const bare = [];
  const ours = [];
  const empty = [];
  const readied = [];
  const { name, start = startProcess } = launch.launcher;
  const staysLoaded = name === 'standby' || name === FORK_SERVER;
  const times = TRIALS[name];
  const kept = taggedProcesses(runTag());
  const keptBytes = sum(
    kept.map((pid) => ({ bytes: memoryOf(pid) })),
    'bytes',
  );
  for (let round = 0; round <= ROUNDS; round += 1) {
    const user = await timed(1, () => typed(loop, launch.subject.root, project.env?.(launch.subject.root)));
    const commands = Array.from({ length: times }, () => ourCommand(project, launch));
    const trial = await timed(times, () => ourTrial(project, launch, workspace));
    // A runner that stays loaded has no command apart from its trials.
    const command = staysLoaded ? trial : await timed(times, () => started(start, ...commands.pop()));
    const nothing = await timed(TRIALS_PER_BLOCK, () =>
      started(start, { argv: ['/bin/true'], cwd: launch.subject.root }, process.env, ['/dev/null', '/dev/null']),
    );
    const early =
      ahead &&
      (await timed(STANDBY_TRIALS_PER_BLOCK, () => ourTrial(project, { ...launch, launcher: ahead }, workspace)));
    // The last process that it started must load before the next round, not during it.
    await ahead?.reserve({ exclusive: true }, {});
    if (round === 0) continue;
    empty.push(nothing);
    if (early) readied.push(early);
    theirs.push(user);
    bare.push(command);
    ours.push(trial);
  }
  const medianOf = (list, key) => median(list.map((one) => one[key]));
  return {
    runner: project.runner,
    loop: [loop[0].split('/').at(-1), ...loop.slice(1)].join(' '),
    launcher: launch.launcher.name,
    kept: kept.length === 0 ? '' : `${kept.length}, ${(keptBytes / 2 ** 20).toFixed(0)} MB`,
    target: project.target,
    about: project.about,
    theirs: medianOf(theirs, 'ms'),
    bare: medianOf(bare, 'ms'),
    ours: medianOf(ours, 'ms'),
    empty: medianOf(empty, 'ms'),
    early: ahead && medianOf(readied, 'ms'),
    earlyRatio: ahead && median(theirs.map(({ ms }, round) => ms / readied[round].ms)),
    most: median(theirs.map(({ ms }, round) => ms / empty[round].ms)),
    ratio: median(theirs.map(({ ms }, round) => ms / bare[round].ms)),
    cpuRatio: sum(theirs, 'cpu') / sum(bare, 'cpu'),
    trialRatio: median(theirs.map(({ ms }, round) => ms / ours[round].ms)),
  };
}

/** The adapter's command as the engine starts it; the trial sets its folder. */
function ourCommand({ test }, { subject: ordinary, launcher }) {
  const subject = launcher.subjectFor?.({ mode: 'probe', exclusive: false }) ?? ordinary;
  const folder = mkdtempSync(join(place, 'command-'));
  const request = { tests: [test], suite: subject.suite, repeat: 1, conditions: {}, seed: 0 };
  const command = subject.adapter.command(request, contextOf(subject, folder));
  for (const [name, text] of Object.entries(command.files)) writeFileSync(join(folder, name), text);
  const env = { ...process.env };
  for (const [name, value] of Object.entries(command.env)) {
    if (value === null) delete env[name];
    else env[name] = value;
  }
  // Into files, as in every trial; only errors are read again.
  const said = join(folder, 'said');
  return [command, env, [command.stdoutTo ?? said, said]];
}

async function ourTrial({ runner, test }, { subject, launcher }, workspace) {
  const trial = { tests: [test], repeat: 1, conditions: {}, seed: ++trials, watch: 'all', mode: 'probe' };
  const own = { ...workspace, launcher };
  const run = await runTrial({ ...trial, exclusive: false, timeBoxMs: 60_000 }, subject, own);
  if (run.observations[0]?.outcome !== 'passed') {
    throw new Error(`${runner}: ${JSON.stringify(run.observations)} ${run.problems.join('\n')}\n${run.output.stderr}`);
  }
}

function typed([program, ...args], cwd, variables = {}) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...variables, [TAG]: '1' };
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ${args.join(' ')} ended with ${code}:\n${said}`)),
    );
  });
}

async function started(start, command, env, outputs) {
  const files = outputs.map((path) => openSync(path, 'a'));
  const { exited } = await start(command, env, { outputs: files, inheritedFds: [] }, 'immediately');
  for (const file of files) closeSync(file);
  const { code } = await exited;
  if (code === 0) return;
  const said = outputs.map((path) => readFileSync(path, 'utf8')).join('');
  throw new Error(`${command.argv.join(' ')} ended with ${code}:\n${said}`);
}

/** Wall time and CPU time in milliseconds, ours and that of our processes, for one of `times` runs. */
async function timed(times, run) {
  const began = performance.now();
  const before = processorMs();
  for (let count = 0; count < times; count += 1) await run();
  return { ms: (performance.now() - began) / times, cpu: (processorMs() - before) / times };
}

/** Of this process and all its descendants: exited ones are counted with their parents, living ones separately. */
function processorMs() {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const below = new Set([process.pid, ...taggedProcesses(TAG)]);
  // Adds children of known processes until there are no more.
  for (let size = 0; size < below.size; ) {
    size = below.size;
    for (const { pid, parent } of stats) if (below.has(parent)) below.add(pid);
  }
  return stats.filter(({ pid }) => below.has(pid)).reduce((total, { ticks }) => total + ticks, 0) / TICKS_PER_MS;
}

/** Empty for one that has exited meanwhile. */
function statOf(name) {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    // The parent is field 4; utime, stime, cutime and cstime are fields 14 to 17; and the first one here is the third.
    return [{ pid: Number(name), parent: fields[1], ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks) }];
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return [];
    throw error;
  }
}

function page(rows) {
  const times = (ratio) => `${ratio.toFixed(1)} ×`;
  const lines = rows.map((row) => {
    const cells = [
      row.about ? `${row.runner}, ${row.about}` : row.runner,
      `\`${row.loop}\``,
      `${row.theirs.toFixed(0)} ms`,
      row.launcher,
      row.kept,
      `${row.bare.toFixed(1)} ms`,
      times(row.ratio),
      `**${times(row.cpuRatio)}**`,
      `${row.ours.toFixed(1)} ms`,
      times(row.trialRatio),
      row.early ? `${row.early.toFixed(1)} ms` : '',
      row.early ? times(row.earlyRatio) : '',
      `${row.empty.toFixed(1)} ms`,
      times(row.most),
      times(row.target),
      row.cpuRatio >= row.target ? 'yes' : 'no',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `# How fast one test is run again

One trivial test, run by the user's own command and by unflake, alternating: medians of ${ROUNDS} rounds. Made by \`node scripts/bench/rerun.mjs --write docs/design/rerun-measured.md\` with Node ${process.versions.node} on ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}.

- **Command** is what a trial starts. **Trial** adds its private folder, its supervision and the parsing of its report. A runner that stays loaded (\`standby\`, \`fork server\`) has no separate command, so both
  columns show the trial.
- **Processes kept** are those that wait for the next trial, with the memory that they take together (Pss).
- **Started ahead** is a trial whose process was started while the one before it ran.
- **Empty program** is \`true\`, started in the same way: no launcher with a process for each trial can be faster.
- The goal is about the CPU time of the command, including all child processes, because wall time on a busy machine says little.

| runner | user's command | takes | launcher | processes kept | command | ratio, wall | ratio, CPU | trial | ratio, wall | started ahead | ratio, wall | empty program | ratio, wall | goal | reached |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}

What it does not show: the first twelve trials of a diagnosis under Mocha, Jest and node:test, which get a fresh Node, and the comparison that comes before programs or processes are reused. Tests that take longer than a
start gain less.
`;
}

function sum(list, key) {
  return list.reduce((total, one) => total + one[key], 0);
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
