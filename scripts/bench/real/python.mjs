/**
 * Diagnoses real flaky tests of public Python projects, as a newcomer would type it, and compares the results with what was observed by
 * running every candidate before the target.
 *
 *   node scripts/bench/real/python.mjs --truth <jsonl> --work <folder> [--mirrors <folder>] [--seed 1] [--minutes 6] [--draw <n>]
 *     [--only <text>] [--out <jsonl>] [--loop]
 *
 * `--draw n` takes n rows drawn by the seed. `--loop` runs the shell loop (random orders until it fails, then detect-test-pollution) on the
 * victims instead.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { random } from '../../../packages/testkit/dist/random.js';
import { judge } from './judge.mjs';
import { layOut } from './lay-out.mjs';
import { runLoop } from './shell-loop.mjs';

const { values } = parseArgs({
  options: {
    truth: { type: 'string' },
    work: { type: 'string' },
    mirrors: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '6' },
    draw: { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string' },
    loop: { type: 'boolean', default: false },
  },
});
if (!values.truth || !values.work) throw new Error('--truth <jsonl> and --work <folder> are needed');
/** From our progress output: the tests that made the target fail or pass, proved in fresh processes. */
const NAMED = /→ (polluted|set up) by/;
const bin = fileURLToPath(new URL('../../../packages/unflake/bin/unflake.js', import.meta.url));
mkdirSync(values.work, { recursive: true });

const all = readFileSync(values.truth, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const chosen = values.draw ? random(Number(values.seed)).shuffle(all).slice(0, Number(values.draw)) : all;
const rows = [];
for (const truth of chosen) {
  if (values.only && !`${truth.repo} ${truth.target}`.includes(values.only)) continue;
  if (values.loop && truth.gt_type !== 'victim') continue;
  const folder = layOut(truth, values);
  const row = values.loop ? { ...runLoop(truth, folder, Number(values.minutes)) } : await diagnose(truth, folder);
  const line = { repo: truth.repo, test: truth.target, type: truth.gt_type ?? 'self-polluter', ...row };
  rows.push(line);
  if (values.out) appendFileSync(values.out, `${JSON.stringify(line)}\n`);
  console.log(JSON.stringify(line));
}
summary();

async function diagnose(truth, folder) {
  const store = mkdtempSync(join(tmpdir(), 'unflake-real-'));
  const began = process.hrtime.bigint();
  const since = () => Math.round(Number(process.hrtime.bigint() - began) / 1e8) / 10;
  const args = ['diagnose', truth.target, '--json', '--seed', values.seed, '--minutes', values.minutes];
  const child = spawn(process.execPath, [bin, ...args, '--store', join(store, 'cases.db')], { cwd: folder });
  const text = { stdout: '', stderr: '' };
  let named = null;
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (piece) => {
      text[name] += piece;
      // When a reader of the progress output knows the name.
      if (NAMED.test(piece)) named ??= since();
    });
  const [status] = await once(child, 'close');
  const seconds = since();
  rmSync(store, { recursive: true, force: true });
  const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  const changed = git('status', '--porcelain', '--', '.', ':!.venv').trim();
  git('clean', '--quiet', '-fd', '--exclude=.venv');
  git('checkout', '--quiet', '--', '.');
  const answer = parsed(text.stdout);
  const found = answer?.ok ? answer.result : null;
  return {
    ...judge(truth, found),
    seconds,
    named,
    trials: found?.cost.trials ?? 0,
    ...(found ? {} : { exit: status, error: answer?.error?.message ?? text.stderr.slice(-500) }),
    ...(changed === '' ? {} : { changed: changed.split('\n').slice(0, 3) }),
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function summary() {
  const share = (list, of) => `${list.length} of ${of.length}`;
  const seconds = rows.map((row) => row.seconds).sort((a, b) => a - b);
  const at = (quantile) => seconds[Math.min(seconds.length - 1, Math.floor(quantile * seconds.length))];
  if (values.loop) {
    console.log(
      `found ${share(
        rows.filter((row) => row.found),
        rows,
      )}; median ${at(0.5)} s, 90 % ${at(0.9)} s`,
    );
    return;
  }
  const asked = rows.filter((row) => row.complete !== null);
  console.log(
    [
      `right ${share(
        rows.filter((row) => row.right),
        rows,
      )}`,
      `wrong isolated ${rows.filter((row) => row.wrongIsolated).length}`,
      `complete ${share(
        asked.filter((row) => row.complete),
        asked,
      )}`,
      `median ${at(0.5)} s, 90 % ${at(0.9)} s, longest ${seconds.at(-1)} s`,
    ].join('; '),
  );
}
