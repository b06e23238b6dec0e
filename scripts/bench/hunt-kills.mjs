/**
 * Kills a running hunt with SIGKILL at 50 seeded random moments and resumes it: the same result as without, no recorded trial lost or run
 * again, no process left. The suite is deterministic. Prints Markdown; a violation throws. Needs `npm run build`.
 *
 *   node scripts/bench/hunt-kills.mjs [--kills 50] [--seed 1] [--rounds 9]
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { random } from '../../packages/testkit/dist/random.js';
import { until } from '../../packages/testkit/dist/until.js';

const BIN = fileURLToPath(new URL('../../packages/unflake/bin/unflake.js', import.meta.url));
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    /** Copies run their tests as often as there is time for, so that executions could not be compared: no round of the default ones has any. */
    rounds: { type: 'string', default: '9' },
  },
});
/** Executions after which it is killed, and ms after them: a busy machine stretches the time, and not the number of executions. */
const MAX_EXECUTIONS = 24;
const MAX_MS = 400;
/** Each test writes its name outside the subject: what ran, whether or not it was recorded. */
const CONFTEST = (log) => `import os

import pytest


@pytest.fixture(autouse=True)
def noted(request):
    place = os.open(${JSON.stringify(log)}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(place, (request.node.name + "\\n").encode())
    os.close(place)
`;
const SUITE = `import os

STATE = {}


def test_totals_the_cart():
    assert "banner" not in STATE


def test_shows_the_banner():
    STATE["banner"] = 1


def test_opens_the_season():
    STATE["season"] = 1


def test_needs_the_season():
    assert "season" in STATE


def test_prints_the_hour():
    zone = os.environ.get("TZ")
    assert zone != "Asia/Kathmandu"


def test_adds_the_tax():
    assert 19 == 7
`;

const place = mkdtempSync(join(tmpdir(), 'unflake-hunt-kills-'));
const rng = random(Number(values.seed));
try {
  const whole = await hunted('whole', 0);
  console.error(`${whole.executions} executions, ${whole.unrecorded} in no recorded trial`);
  let [kills, hunts, between, again] = [0, 0, 0, 0];
  while (kills < Number(values.kills)) {
    hunts += 1;
    const cut = await hunted(`cut-${hunts}`, Number(values.kills) - kills);
    kills += cut.kills;
    between += cut.between;
    if (cut.result !== whole.result) throw new Error(differing(cut.result, whole.result));
    // Each kill interrupts at most one trial, which then runs again.
    if (cut.unrecorded < 0 || cut.unrecorded > whole.unrecorded + cut.between * longestTrial())
      throw new Error(`${cut.unrecorded} executions are in no recorded trial`);
    again += cut.unrecorded;
    console.error(`${kills} kills, ${cut.executions} executions, ${cut.unrecorded} in no recorded trial`);
  }
  const unrecorded = again / hunts;
  console.log(
    '| kill -9 | hunts | in the middle of a hunt | recorded trials lost | processes left | result | executions in a hunt | in no recorded trial, undisturbed | in no recorded trial, killed, on average |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  console.log(
    `| ${kills} | ${hunts} | ${between} | 0 | 0 | same | ${whole.executions} | ${whole.unrecorded} | ${unrecorded.toFixed(1)} |`,
  );
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** Runs one hunt to its end, killed at most so often. */
async function hunted(name, most) {
  const folder = join(place, name);
  const subject = join(folder, 'subject');
  mkdirSync(subject, { recursive: true });
  const log = join(folder, 'log');
  const store = join(folder, 'store.sqlite');
  writeFileSync(log, '');
  writeFileSync(join(subject, 'conftest.py'), CONFTEST(log));
  writeFileSync(join(subject, 'test_shop.py'), SUITE);
  const variables = { ...process.env, XDG_STATE_HOME: join(folder, 'state') };
  let [kills, between, recorded, id] = [0, 0, 0, null];
  for (;;) {
    const first = ['--seed', values.seed, '--rounds', values.rounds, '--minutes', '120'];
    const args = ['hunt', '--json', '--store', store, ...(id === null ? first : ['--resume', id])];
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: subject,
      env: variables,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    const killer = kills < most ? killSoon(child, log) : undefined;
    const signal = await new Promise((resolve) => child.on('close', (_code, how) => resolve(how)));
    clearTimeout(await killer);
    await until(() => alive(folder).length === 0, { within: 30_000, every: 20 });
    if (signal === null) {
      const { ok, result } = JSON.parse(stdout);
      if (!ok) throw new Error(`${stdout}\n${stderr}`);
      return {
        kills,
        between,
        result: comparable(result),
        executions: lines(log),
        unrecorded: lines(log) - result.cost.testExecutions,
      };
    }
    kills += 1;
    const now = recordedOf(store);
    if (now !== null) {
      if (now.trials < recorded) throw new Error(`${recorded - now.trials} recorded trials lost`);
      between += 1;
      recorded = now.trials;
      id = now.id;
    }
  }
}

/** Somewhere in the hunt, rarely before it has begun. */
async function killSoon(child, log) {
  const enough = lines(log) + rng.int(0, MAX_EXECUTIONS);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  await until(() => hasEnded() || lines(log) >= enough, { within: 600_000, every: 5 });
  return setTimeout(() => child.kill('SIGKILL'), rng.float() * MAX_MS);
}

/** Where two texts first differ. */
function differing(one, other) {
  const at = [...one].findIndex((character, place) => character !== other[place]);
  const around = (text) => text.slice(Math.max(0, at - 200), at + 200);
  return `another result:\n…${around(one)}…\n…${around(other)}…`;
}

/** Executions in the longest trial: a circuit over all pairs, or three copies of the suite. */
function longestTrial() {
  const tests = SUITE.match(/^def test_/gm).length;
  return Math.max(tests * tests + 1, 3 * tests);
}

function lines(log) {
  return readFileSync(log, 'utf8').split('\n').length - 1;
}

/** Without what a clock decides. */
function comparable({ huntId, cost: _cost, rounds, format: _format, out: _out, ...rest }) {
  const text = JSON.stringify({ ...rest, rounds: rounds.map(({ ms: _ms, ...round }) => round) });
  return text.replaceAll(huntId, '<HUNT>').replaceAll(/\/[^ "]*unflake-hunt-kills-\w+\/[\w-]+\//g, '/');
}

/** The only hunt in the store, and how many trials it has; null before there is one. */
function recordedOf(store) {
  if (!existsSync(store)) return null;
  const query = `import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
have = db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'trials'").fetchone()[0]
rows = db.execute("SELECT id, (SELECT count(*) FROM trials WHERE case_id = cases.id) FROM cases").fetchall() if have else []
print(json.dumps(rows))`;
  const { status, stdout, stderr } = spawnSync('python3', ['-c', query, store], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const [only] = JSON.parse(stdout);
  return only === undefined ? null : { id: only[0], trials: only[1] };
}

/** Processes whose environment contains this folder; zombies have none. */
function alive(folder) {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false;
    try {
      return readFileSync(`/proc/${name}/environ`, 'latin1').includes(folder);
    } catch (error) {
      if (['ENOENT', 'ESRCH', 'EACCES'].includes(error.code)) return false;
      throw error;
    }
  });
}
