/**
 * Hunts in public Python projects with tests of known order dependence, beside ten shuffled runs of the plain runner.
 *
 *   node scripts/bench/hunt-real.mjs --truth <jsonl> --work <folder> [--mirrors <folder>] [--seed 1] [--minutes 10] [--only <text>] [--keep <folder>]
 *
 * Without `--minutes` the hunt has no options. `found`: known tests that the hunt reports as flaky. `others`: reported tests that are not among the known ones, which is no mistake by
 * itself: the truth lists what depends on other tests alone. `roundSeconds`: without the experiments on suspects; `…ToLast`: up to the last round that showed a flaky test. `byReplay`: reported tests without a printed command that failed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cpuGroup } from './certify/cpu-group.mjs';
import { confirmClaims } from './real/confirm-claims.mjs';
import { layOut } from './real/lay-out.mjs';

const { values } = parseArgs({
  options: {
    truth: { type: 'string' },
    work: { type: 'string' },
    mirrors: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'string' },
  },
});
if (!values.truth || !values.work) throw new Error('--truth <jsonl> and --work <folder> are needed');
const BIN = fileURLToPath(new URL('../../packages/unflake/bin/unflake.js', import.meta.url));
const SHUFFLES = 10;
/** In some orders a suite of the list starts a server that never ends. */
const MAX_PLAIN_MS = 60_000;
mkdirSync(values.work, { recursive: true });

const rows = readFileSync(values.truth, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
for (const [repo, known] of grouped(rows)) {
  if (values.only && !repo.includes(values.only)) continue;
  const folder = layOut(known[0], values);
  const targets = [...new Set(known.map(({ target }) => target))];
  const shuffles = shuffled(folder);
  const hunt = hunted(folder);
  const named = hunt.result.flaky.map(({ test }) => test);
  const claims = confirmClaims(folder, hunt.result.flaky, reset);
  const row = {
    repo,
    tests: hunt.result.tests,
    known: targets.length,
    shufflesFound: targets.filter((test) => shuffles.flaky.has(test)).length,
    shufflesSeconds: shuffles.seconds,
    shufflesCpu: shuffles.cpu,
    found: targets.filter((test) => named.includes(test)).length,
    seconds: hunt.seconds,
    cpu: hunt.cpu,
    roundSeconds: Math.round(hunt.result.rounds.reduce((sum, { ms }) => sum + ms, 0) / 100) / 10,
    roundSecondsByArm: byArm(hunt.result.rounds),
    roundSecondsToLast: toLast(hunt.result.rounds),
    suiteRuns: Math.round(hunt.result.cost.suiteRuns),
    rounds: hunt.result.rounds.length,
    kinds: hunt.result.flaky.map(({ kind }) => kind),
    missed: targets.filter((test) => !named.includes(test)),
    others: hunt.result.flaky
      .filter(({ test }) => !targets.includes(test))
      .map(({ test, kind, arm }) => `${test} (${kind}, ${arm})`),
    byReplay: hunt.result.flaky
      .filter(({ reproduce }) => !reproduce.confirmed)
      .map(({ test, kind }) => `${test} (${kind})`),
    refuted: claims.filter(({ fails, passes }) => fails === false || !passes),
    unchecked: claims.filter(({ fails }) => fails === null).map(({ test, arm }) => `${test} (${arm})`),
    broken: hunt.result.broken.map(({ test }) => test),
    unrepeated: hunt.result.unrepeated.map(({ test }) => test),
    ended: hunt.result.ended,
  };
  console.log(JSON.stringify(row));
}

function grouped(all) {
  const repos = new Map();
  for (const row of all) repos.set(row.repo, [...(repos.get(row.repo) ?? []), row]);
  return repos;
}

/** Tests that both passed and failed in the suite's order and ten random ones. */
function shuffled(folder) {
  const seen = new Map();
  const group = cpuGroup();
  const began = process.hrtime.bigint();
  for (let run = 0; run <= SHUFFLES; run += 1) {
    const order = run === 0 ? [] : ['--random-order', `--random-order-seed=${run}`];
    const args = ['-m', 'pytest', '-rA', '-q', '-p', 'no:cacheprovider', ...order];
    const limits = { timeout: MAX_PLAIN_MS, killSignal: 'SIGKILL', maxBuffer: 2 ** 28 };
    const options = { cwd: folder, encoding: 'utf8', ...limits };
    const { stdout, status, error } = start(group, join(folder, '.venv/bin/python'), args, options);
    if (status !== 0 && status !== 1 && error?.code !== 'ETIMEDOUT')
      throw new Error(`pytest ended with status ${status}: ${stdout}`);
    for (const [, outcome, test] of stdout.matchAll(/^(PASSED|FAILED|ERROR) (\S+)/gm))
      seen.set(test, (seen.get(test) ?? new Set()).add(outcome === 'PASSED'));
    reset(folder);
  }
  const flaky = new Set([...seen].filter(([, outcomes]) => outcomes.size === 2).map(([test]) => test));
  return { flaky, ...spent(group, began) };
}

function start(group, program, args, options) {
  const [first, ...rest] = group?.argv(program, args) ?? [program, ...args];
  return spawnSync(first, rest, options);
}

function spent(group, began) {
  const seconds = secondsSince(began);
  const cpu = group === null ? null : Math.round(10 * group.seconds()) / 10;
  group?.close();
  return { seconds, cpu };
}

function hunted(folder) {
  const store = mkdtempSync(join(tmpdir(), 'unflake-hunt-real-'));
  const group = cpuGroup();
  const began = process.hrtime.bigint();
  const args = [
    BIN,
    'hunt',
    '--json',
    '--seed',
    values.seed,
    ...(values.minutes === undefined ? [] : ['--minutes', values.minutes]),
    '--store',
    join(store, 'cases.db'),
  ];
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 };
  const { stdout, stderr, status } = start(group, process.execPath, args, options);
  const cost = spent(group, began);
  rmSync(store, { recursive: true, force: true });
  reset(folder);
  if (values.keep) writeFileSync(join(values.keep, `${basename(folder)}.json`), stdout);
  const envelope = JSON.parse(stdout || 'null');
  if (!envelope?.ok) throw new Error(`status ${status}\n${stdout}\n${stderr}`);
  return { result: envelope.result, ...cost };
}

function byArm(rounds) {
  const sums = new Map();
  for (const { arm, ms } of rounds) sums.set(arm, (sums.get(arm) ?? 0) + ms);
  return Object.fromEntries([...sums].map(([arm, ms]) => [arm, Math.round(ms / 100) / 10]));
}

/** Of the rounds up to the last one that showed a flaky test: what follows found nothing more. */
function toLast(rounds) {
  const count = rounds.findLastIndex(({ found }) => found > 0) + 1;
  return Math.round(rounds.slice(0, count).reduce((sum, { ms }) => sum + ms, 0) / 100) / 10;
}

function secondsSince(began) {
  return Math.round(Number(process.hrtime.bigint() - began) / 1e8) / 10;
}

function reset(folder) {
  const git = (...args) => execFileSync('git', args, { cwd: folder });
  git('clean', '--quiet', '-fd', '--exclude=.venv');
  git('checkout', '--quiet', '--', '.');
}
