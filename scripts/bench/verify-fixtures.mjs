/**
 * `node scripts/bench/verify-fixtures.mjs`: `unflake verify` on real fixtures under pytest. Each is diagnosed once; then a real fix, a change
 * that makes the failure ten times rarer and one that hides it are committed in turn and verified against the commit of the case. Prints a
 * Markdown table; --write <file> appends it to a file. Exits 1 where an answer is not the expected one.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { write: { type: 'string' } } });
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = join(ROOT, 'packages/unflake/bin/unflake.js');
const RUNNER = 'pytest';

/** By fixture: its target, and the changes as [file, text, replacement, expected verdict, expected kind of hiding]. */
const FIXTURES = {
  'victim-one': {
    target: 'test_totals_the_cart',
    'real fix': [
      'test_shop.py',
      'banner():\n    shop.promo = 10\n',
      "banner(monkeypatch):\n    monkeypatch.setattr(shop, 'promo', 10)\n",
      'fixed',
    ],
    'ten times rarer': [
      'test_shop.py',
      'shop.promo = 10\n    assert shop.promo == 10',
      'import random\n    shop.promo = 10 if random.random() < 0.1 else 0\n    assert shop.promo in (0, 10)',
      'still-flaky',
    ],
    'only hidden': [
      'test_shop.py',
      'def test_totals',
      "import pytest\n\n\n@pytest.mark.skip(reason='flaky')\ndef test_totals",
      'not-comparable',
      'test-skipped',
    ],
  },
  brittle: {
    target: 'test_sells_only_while_open',
    'real fix': ['test_shop.py', 'while_open():\n', 'while_open():\n    shop.is_open = True\n', 'fixed'],
    'ten times rarer': [
      'test_shop.py',
      'while_open():\n',
      'while_open():\n    import random\n    shop.is_open = shop.is_open or random.random() < 0.9\n',
      'still-flaky',
    ],
    'only hidden': [
      'test_shop.py',
      "    assert shop.is_open, 'the shop is closed'",
      '    shop.is_open',
      'not-comparable',
      'assertion-removed',
    ],
  },
  'time-zone': {
    target: 'test_dates_the_receipt',
    'real fix': ['shop.py', 'fromtimestamp(seconds)', 'fromtimestamp(seconds, datetime.timezone.utc)', 'fixed'],
    'ten times rarer': [
      'shop.py',
      'fromtimestamp(seconds)',
      'fromtimestamp(seconds, None if __import__("random").random() < 0.1 else datetime.timezone.utc)',
      'still-flaky',
    ],
    'only hidden': [
      'test_shop.py',
      'def test_dates',
      'import pytest\n\n\n@pytest.mark.xfail\ndef test_dates',
      null,
      'test-skipped',
    ],
  },
};

const rows = [];
for (const [fixture, { target, ...changes }] of Object.entries(FIXTURES)) {
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
      (verdict === null ? found.verdict !== 'fixed' : found.verdict === verdict) &&
      (hides === undefined ? kinds.length === 0 : kinds.includes(hides));
    const count = ({ failures, runs }) => `${failures}/${runs}`;
    return {
      isRight,
      cells: [
        fixture,
        change,
        found.verdict,
        kinds.join(', '),
        count(found.after),
        count(found.before),
        found.cost.trials,
        isRight ? 'yes' : 'no',
      ],
    };
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
