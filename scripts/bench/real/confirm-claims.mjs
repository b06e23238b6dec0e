/**
 * Asks the plain runner about each test that a hunt of a Python project reports: does it fail as the hunt says, and pass without that?
 * Nothing of unflake takes part: a printed command runs in a shell, an order runs through a plugin of pytest of thirty lines.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PLUGIN = dirname(fileURLToPath(import.meta.url));
const MAX_MS = 120_000;
/** Runs until it fails: some claims are about tests that fail now and then. */
const MAX_RUNS = 10;

/** `fails`, `passes`: null where only unflake can set the condition. `reset` undoes what a run has left in the project. */
export function confirmClaims(folder, flaky, reset) {
  return flaky.map(({ test, kind, arm, after, conditions, reproduce }) => {
    const failing = kind === 'brittle' ? [test] : [...after, test];
    const passing = kind === 'brittle' ? [...after, test] : [test];
    const bare = Object.keys(conditions).length === 0;
    // A test whose cause is unknown fails now and then: any run that fails will do.
    const runs = kind === null ? MAX_RUNS : 1;
    const seen = (outcome, once) => Array.from({ length: runs }).some(() => once() === outcome);
    const ordered = (tests) => () => runListed(folder, tests, reset);
    const printed = () => runPrinted(folder, { test, command: reproduce.fails }, reset);
    let fails = null;
    if (reproduce.confirmed) fails = seen('failed', printed);
    else if (bare) fails = seen('failed', ordered(failing));
    return { test, kind, arm, fails, passes: seen('passed', ordered(passing)) };
  });
}

/** How the last of these tests ended when plain pytest ran them in this order. */
function runListed(folder, tests, reset) {
  const place = mkdtempSync(join(tmpdir(), 'unflake-claims-'));
  try {
    const [listed, outcomes] = [join(place, 'listed.json'), join(place, 'outcomes.json')];
    writeFileSync(listed, JSON.stringify(tests));
    writeFileSync(outcomes, '{}');
    const env = { ...process.env, PYTHONPATH: PLUGIN, LISTED_TESTS: listed, LISTED_OUTCOMES: outcomes };
    const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '-p', 'listed_tests', `--rootdir=${folder}`];
    // unflake-allow ignored-exit-status: tests fail here; how each ended is in the file
    spawnSync(join(folder, '.venv/bin/python'), args, { cwd: folder, env, timeout: MAX_MS, killSignal: 'SIGKILL' });
    return JSON.parse(readFileSync(outcomes, 'utf8'))[tests.at(-1)] ?? 'missing';
  } finally {
    rmSync(place, { recursive: true, force: true });
    reset(folder);
  }
}

/** What the summary of pytest says of the test: others of the command may fail too. */
function runPrinted(folder, { test, command }, reset) {
  const limits = { timeout: MAX_MS, killSignal: 'SIGKILL' };
  const { status, stdout } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8', ...limits });
  reset(folder);
  const isNamed = stdout.split('\n').some((line) => /^(?:FAILED|ERROR) /.test(line) && line.includes(` ${test}`));
  return isNamed ? 'failed' : status === 0 || status === 1 ? 'passed' : 'missing';
}
