/**
 * `node scripts/bench/verify-fixtures.mjs [--only <fixtures>]`: `unflake verify` on real fixtures under pytest. Each is diagnosed once; then a real fix, a change
 * that makes the failure ten times rarer and one that hides it are committed in turn and verified against the commit of the case. Prints a
 * Markdown table; --write <file> appends it to a file. Exits 1 where an answer is not the expected one.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FIXTURES } from './verify/fixture-changes.mjs';

const { values } = parseArgs({ options: { write: { type: 'string' }, only: { type: 'string' } } });
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = join(ROOT, 'packages/unflake/bin/unflake.js');
const RUNNER = 'pytest';

const rows = [];
for (const [fixture, { target, ...changes }] of Object.entries(FIXTURES)) {
  if (values.only !== undefined && !values.only.split(',').includes(fixture)) continue;
  const place = mkdtempSync(join(tmpdir(), 'verify-fixtures-'));
  try {
    rows.push(...verified(fixture, target, changes, place));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
const table = [
  '## Real fixtures',
  'Made by `node scripts/bench/verify-fixtures.mjs`: the fixtures of that name under pytest, diagnosed once each; then each change is committed and verified, with the old and the new code in turns.',
  '| fixture | change | verdict | hides | new code failed | old code failed | trials | as expected |\n|---|---|---|---|---|---|---|---|\n' +
    rows.map(({ cells }) => `| ${cells.join(' | ')} |`).join('\n'),
].join('\n\n');
process.stdout.write(`${table}\n`);
if (values.write !== undefined) appendFileSync(values.write, `\n${table}\n`);
if (!rows.every(({ isRight }) => isRight)) process.exitCode = 1;

function verified(fixture, target, changes, place) {
  const subject = join(place, 'subject');
  cpSync(join(ROOT, 'fixtures', fixture, RUNNER), subject, { recursive: true });
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...args], {
      cwd: subject,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'old');
  const diagnosis = unflake(['diagnose', target, '--seed', '1'], subject, place);
  process.stderr.write(`${fixture}: ${diagnosis.verdict}, ${diagnosis.cause?.kind}\n`);
  return Object.entries(changes).map(([change, [file, text, replacement, verdict, hides]]) => {
    process.stderr.write(`${fixture}: ${change} …\n`);
    const path = join(subject, file);
    const old = readFileSync(path, 'utf8');
    if (!old.includes(text)) throw new Error(`${fixture}: ${file} does not contain ${text}`);
    writeFileSync(path, old.replace(text, replacement));
    git('commit', '--quiet', '--all', '--message', change);
    const found = unflake(['verify', diagnosis.caseId, '--seed', '1'], subject, place);
    git('reset', '--quiet', '--hard', 'HEAD~1');
    const kinds = found.hides.map(({ kind }) => kind);
    const isRight =
      (verdict === null ? found.verdict !== 'fixed' : found.verdict === (verdict ?? found.verdict)) &&
      (hides === undefined ? kinds.length === 0 : kinds.includes(hides));
    const count = ({ failures, runs }) => `${failures}/${runs}`;
    const counts = [count(found.after), count(found.before), found.cost.trials];
    const cells = [fixture, change, found.verdict, kinds.join(', '), ...counts, isRight ? 'yes' : 'no'];
    process.stderr.write(`${cells.join(' | ')}\n`);
    return { isRight, cells };
  });
}

function unflake(args, cwd, place) {
  const env = { ...process.env, XDG_STATE_HOME: join(place, 'state') };
  // unflake-allow ignored-exit-status: what it says is in the envelope
  const { stdout, stderr } = spawnSync(process.execPath, [BIN, ...args, '--json', '--quiet'], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const envelope = JSON.parse(stdout);
  if (!envelope.ok) throw new Error(`${args.join(' ')}: ${envelope.error.message}\n${stderr}`);
  return envelope.result;
}
