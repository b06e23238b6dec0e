/**
 * Hunts in public Python projects with tests of known order dependence, beside ten shuffled runs of the plain runner.
 *
 *   node scripts/bench/hunt-real.mjs --truth <jsonl> --work <folder> [--mirrors <folder>] [--seed 1] [--minutes 10] [--only <text>]
 *
 * `found`: known tests that the hunt reports as flaky. `others`: reported tests that are not among the known ones, which is no mistake by
 * itself: the truth lists what depends on other tests alone. `roundSeconds`: without the experiments on suspects. `byReplay`: reported tests without a printed command that failed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { layOut } from './real/lay-out.mjs';

const { values } = parseArgs({
  options: {
    truth: { type: 'string' },
    work: { type: 'string' },
    mirrors: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
  },
});
if (!values.truth || !values.work) throw new Error('--truth <jsonl> and --work <folder> are needed');
const BIN = fileURLToPath(new URL('../../packages/unflake/bin/unflake.js', import.meta.url));
const SHUFFLES = 10;
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
  const row = {
    repo,
    tests: hunt.result.tests,
    known: targets.length,
    shufflesFound: targets.filter((test) => shuffles.flaky.has(test)).length,
    shufflesSeconds: shuffles.seconds,
    found: targets.filter((test) => named.includes(test)).length,
    seconds: hunt.seconds,
    roundSeconds: Math.round(hunt.result.rounds.reduce((sum, { ms }) => sum + ms, 0) / 100) / 10,
    suiteRuns: Math.round(hunt.result.cost.suiteRuns),
    rounds: hunt.result.rounds.length,
    missed: targets.filter((test) => !named.includes(test)),
    others: hunt.result.flaky
      .filter(({ test }) => !targets.includes(test))
      .map(({ test, kind, arm }) => `${test} (${kind}, ${arm})`),
    byReplay: hunt.result.flaky
      .filter(({ reproduce }) => !reproduce.confirmed)
      .map(({ test, kind }) => `${test} (${kind})`),
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
  const began = process.hrtime.bigint();
  for (let run = 0; run <= SHUFFLES; run += 1) {
    const order = run === 0 ? [] : ['--random-order', `--random-order-seed=${run}`];
    const args = ['-m', 'pytest', '-rA', '-q', '-p', 'no:cacheprovider', ...order];
    const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 };
    const { stdout, status } = spawnSync(join(folder, '.venv/bin/python'), args, options);
    if (status !== 0 && status !== 1) throw new Error(`pytest ended with status ${status}: ${stdout}`);
    for (const [, outcome, test] of stdout.matchAll(/^(PASSED|FAILED|ERROR) (\S+)/gm))
      seen.set(test, (seen.get(test) ?? new Set()).add(outcome === 'PASSED'));
    reset(folder);
  }
  const flaky = new Set([...seen].filter(([, outcomes]) => outcomes.size === 2).map(([test]) => test));
  return { flaky, seconds: secondsSince(began) };
}

function hunted(folder) {
  const store = mkdtempSync(join(tmpdir(), 'unflake-hunt-real-'));
  const began = process.hrtime.bigint();
  const args = [
    BIN,
    'hunt',
    '--json',
    '--seed',
    values.seed,
    '--minutes',
    values.minutes,
    '--store',
    join(store, 'cases.db'),
  ];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const seconds = secondsSince(began);
  rmSync(store, { recursive: true, force: true });
  reset(folder);
  const envelope = JSON.parse(stdout || 'null');
  if (!envelope?.ok) throw new Error(`status ${status}\n${stdout}\n${stderr}`);
  return { result: envelope.result, seconds };
}

function secondsSince(began) {
  return Math.round(Number(process.hrtime.bigint() - began) / 1e8) / 10;
}

function reset(folder) {
  const git = (...args) => execFileSync('git', args, { cwd: folder });
  git('clean', '--quiet', '-fd', '--exclude=.venv');
  git('checkout', '--quiet', '--', '.');
}
