/**
 * First contact with public projects: draws some by seed, installs them as their contributors do, and tries `doctor`, `list` (against the
 * count of the project's own runner), one test for two minutes, and `scan`. Checks that the working tree is unchanged and no process is
 * left.
 *
 *   node scripts/bench/real/projects.mjs --list projects.txt --work /tmp/projects --seed 1 --out rows.jsonl
 *
 * `--list` has a heading `[…]` for each ecosystem and names as `owner/name`. A project in `--out` is not drawn again; `--only <owner/name>` tries it
 * again. `--names` only prints whom the draw would take. `--table` prints the rows. `--minutes 0` diagnoses nothing.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { random } from '../../../packages/testkit/dist/random.js';
import { draw, readEcosystems } from './projects/draw.mjs';
import { install } from './projects/install.mjs';
import { ownCount, ownRunner } from './projects/own-count.mjs';
import { table } from './projects/table.mjs';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const { values } = parseArgs({
  options: {
    list: { type: 'string' },
    work: { type: 'string' },
    mirrors: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '2' },
    only: { type: 'string', multiple: true },
    out: { type: 'string' },
    names: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    unflake: { type: 'string', default: join(top, 'packages/unflake/bin/unflake.js') },
  },
});
if (!values.list || !values.out) throw new Error('--list <file> and --out <file> are needed');
const places = { work: resolve(values.work ?? tmpdir()), mirrors: values.mirrors && resolve(values.mirrors) };
const rows = existsSync(values.out)
  ? readFileSync(values.out, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
const ecosystems = readEcosystems(readFileSync(values.list, 'utf8'));
const seed = Number(values.seed);

if (values.table) console.log(table(rows));
else if (values.names) {
  const isTried = (name) => rows.some((row) => row.project === name);
  for (const { ecosystem, share, order } of draw(ecosystems, seed, isTried))
    console.log(`[${ecosystem}] ${share}: ${order.slice(0, share + 3).join(' ')}`);
} else if (values.only) {
  for (const name of values.only) keep(attempt(name, ecosystems.find(({ names }) => names.includes(name)).ecosystem));
} else {
  const isTriedBefore = (name) => rows.some((row) => row.project === name && row.seed !== seed);
  for (const { ecosystem, share, order } of draw(ecosystems, seed, isTriedBefore)) {
    let taken = 0;
    for (const name of order) {
      if (taken === share) break;
      const row = rows.find(({ project }) => project === name) ?? keep(attempt(name, ecosystem));
      if (row.installed) taken++;
    }
  }
}

function keep(row) {
  const { project, installed, first } = row;
  console.log(`${installed ? (first === null ? 'right' : 'WRONG') : 'not installed'}  ${project}  ${first ?? ''}`);
  appendFileSync(values.out, `${JSON.stringify(row)}\n`);
  return row;
}

function attempt(project, ecosystem) {
  const row = { project, ecosystem, seed, commit: commitOf(), load: Math.round(loadavg()[0]) };
  let folder;
  try {
    folder = install(project, ecosystem, places);
  } catch (error) {
    return { ...row, installed: false, first: `${error.stderr || error.message}`.trim().slice(-300) };
  }
  const own = ownRunner(folder, ecosystem);
  const counted =
    own === null ? { count: Number.NaN, said: 'no runner of the project is known' } : ownCount(folder, own);
  if (!(counted.count > 0))
    return { ...row, installed: false, first: `its own runner counts none: ${counted.said.slice(-300)}` };
  restore(folder);
  const place = mkdtempSync(join(tmpdir(), 'unflake-projects-'));
  try {
    return { ...row, installed: true, ...tried(folder, { own, counted, place }) };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function tried(folder, { own, counted, place }) {
  const store = ['--store', join(place, 'store.db')];
  const doctor = unflake(['doctor', ...store], folder);
  const list = unflake(['list', ...store], folder);
  const suites = list.result === undefined ? [] : [list.result, ...list.result.others];
  // A project may have several suites; that of its own runner is counted.
  const suite = suites.find(({ runner }) => runner === own.runner) ?? suites[0];
  const tests = suite?.tests ?? [];
  const test = tests.length === 0 ? null : random(seed).pick(tests);
  const isAsked = test !== null && Number(values.minutes) > 0;
  const healthy = !isAsked ? null : unflake(['diagnose', test, '--minutes', values.minutes, ...store], folder);
  const scan = unflake(['scan', '--fail-on', 'never', ...store], folder);
  const answer = {
    own: { ...own, ...counted, said: undefined },
    doctor: {
      ...brief(doctor),
      runners: (doctor.result?.checks ?? []).filter(({ what }) => what.startsWith('runner')),
    },
    list: {
      ...brief(list),
      runner: suite?.runner,
      count: tests.length,
      problems: suite?.problems?.slice(0, 3),
    },
    healthy: healthy && { ...brief(healthy), test, verdict: healthy.result?.verdict, says: healthy.result?.summary },
    scan: { ...brief(scan), files: scan.result?.files, problems: scan.result?.problems?.length },
    changed: git(['status', '--porcelain'], folder).split('\n').filter(Boolean),
    left: processesIn(folder),
  };
  restore(folder);
  return { ...answer, first: firstFailure(answer) };
}

/** The first problem that a newcomer would meet. */
function firstFailure({ own, doctor, list, healthy, scan, changed, left }) {
  for (const [name, { stack }] of Object.entries({ doctor, list, healthy: healthy ?? {}, scan }))
    if (stack) return `${name}: ${stack}`;
  if (list.fault) return `list: ${list.fault}`;
  if (list.count !== own.count)
    return `list: ${list.count} tests with ${list.runner}, ${own.count} by \`${own.command}\``;
  if (doctor.runners.every(({ status }) => status === 'missing')) return 'doctor: no runner can list, and `list` lists';
  const isAlarm =
    healthy !== null &&
    !['not-reproduced', 'broken'].includes(healthy.verdict) &&
    !/failed in each of/.test(healthy.says);
  if (isAlarm) return `diagnose: ${healthy.fault ?? healthy.verdict}: ${healthy.says}`;
  if (scan.fault) return `scan: ${scan.fault}`;
  if (changed.length > 0) return `working tree: ${changed.slice(0, 3).join(', ')}`;
  if (left.length > 0) return `left behind: ${left.join(', ')}`;
  return null;
}

function unflake(args, cwd) {
  const began = performance.now();
  const env = { ...process.env };
  for (const name of ['VIRTUAL_ENV', 'CI', 'NODE_OPTIONS']) delete env[name];
  const { stdout, stderr, status } = spawnSync(process.execPath, [resolve(values.unflake), ...args, '--json'], {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 900_000,
    maxBuffer: 1 << 28,
  });
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  try {
    const envelope = JSON.parse(stdout);
    return {
      status,
      seconds,
      result: envelope.result,
      fault: envelope.ok ? undefined : `${envelope.error.code}: ${envelope.error.message}`,
    };
  } catch {
    return { status, seconds, stack: `exit ${status}: ${stderr.slice(-500)}` };
  }
}

function brief({ status, seconds, fault, stack }) {
  return { status, seconds, fault: fault?.slice(0, 500), stack };
}

function processesIn(folder) {
  const left = [];
  for (const id of readdirSync('/proc')
    .sort()
    .filter((name) => /^\d+$/.test(name))) {
    const words = readOr(`/proc/${id}/cmdline`).replaceAll('\0', ' ').trim();
    if (readOr(`/proc/${id}/environ`).includes('UNFLAKE_') && words.includes(folder))
      left.push(`${id} ${words.slice(0, 100)}`);
  }
  return left;
}

function readOr(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function restore(folder) {
  git(['checkout', '--quiet', '.'], folder);
  git(['clean', '-fdq'], folder);
}

function git(args, cwd) {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function commitOf() {
  return git(['rev-parse', '--short', 'HEAD'], join(resolve(values.unflake), '..')).trim();
}
