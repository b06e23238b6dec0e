/** An interrupted case loses nothing: by Ctrl-C, and by kill -9 at any moment. UNFLAKE_KILLS=50 runs the long form of the second. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Random, random } from '@unflake/testkit/random';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FAULTS } from '../../src/contract/faults.ts';
import { BIN } from '../program.ts';
import { diagnosisOf, Place } from './unflake.ts';

const MAX_STORE_BYTES = 450_000;
const KILLS = Number(process.env.UNFLAKE_KILLS ?? 4);
const SEED = 77;
/** A case has about forty runs of the victim, so that four kills are spread over most of it. */
const MAX_RUNS_BEFORE_A_KILL = 12;

let place: Place;
let runs: string;
beforeEach(() => {
  place = new Place().fixture('victim-one', 'node-test');
  runs = join(place.folder, 'runs');
  writeFileSync(runs, '');
  // Each run of the victim is recorded outside the subject.
  const file = join(place.subject, 'shop.test.js');
  const text = readFileSync(file, 'utf8');
  const said = `require('node:fs').appendFileSync(${JSON.stringify(runs)}, 'x');`;
  writeFileSync(
    file,
    text.replace("test('totals the cart', () => {", (line) => `${line}\n  ${said}`),
  );
});
afterEach(() => place.remove());

const victimRuns = () => readFileSync(runs, 'utf8').length;
const diagnose = ['diagnose', 'totals the cart', '--json', '--seed', String(SEED)];

/** Processes whose environment contains this folder; zombies have none. */
function alive(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'latin1').includes(place.folder);
      } catch (error) {
        if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
        throw error;
      }
    });
}

/** Node itself catches SIGINT from its first moments on, only to be ended by it. Ours is there as soon as SIGHUP is caught as well. */
const SIGHUP_BIT = 1;

function listensForCtrlC(pid: number): boolean {
  const caught = /^SigCgt:\s*(\S+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? '0';
  return (Number.parseInt(caught.slice(-2), 16) & SIGHUP_BIT) !== 0;
}

const javascript = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;

test('Ctrl-C prints the best so far, exits 130, and the case continues to the same end', async () => {
  const { child, answer } = place.start(diagnose);
  await until(() => victimRuns() >= 4, { within: 120_000, every: 5 });
  child.kill('SIGINT');
  const cut = await answer;
  expect(cut.code).toBe(130);
  expect(diagnosisOf(cut).notTried.map(({ why }) => why)).toContain('it was interrupted');
  await until(() => alive().length === 0, { within: 120_000, every: 20 });
  const resumed = diagnosisOf(await place.run(['diagnose', '--resume', 'latest', '--json']));
  expect(resumed).toMatchObject({ verdict: 'isolated', polluters: [['shop.test.js > shows the banner']] });
  expect(resumed.caseId).toBe(diagnosisOf(cut).caseId);
});

test('Ctrl-C before anything is loaded exits 130 without output', async () => {
  // Nothing after the listeners is ever loaded, however late Ctrl-C comes.
  const holds = `export const load = (url, context, next) => (url.endsWith('/dist/cli/main.js') ? new Promise(() => {}) : next(url, context));`;
  const file = join(place.folder, 'hold.mjs');
  writeFileSync(
    file,
    `import { register } from 'node:module';\nsetInterval(() => {}, 1000);\nregister(${JSON.stringify(javascript(holds))});\n`,
  );
  const { child, answer } = place.start(diagnose, { NODE_OPTIONS: `--import=${pathToFileURL(file).href}` });
  await until(() => listensForCtrlC(child.pid!), { within: 120_000, every: 1 });
  child.kill('SIGINT');
  expect(await answer).toEqual({ code: 130, signal: null, stdout: '', stderr: '' });
});

test.each([
  ['list', ['list'], ''],
  ['diagnose', ['diagnose', 'totals the cart'], ''],
  ['diagnose --json', diagnose, 'CANCELLED'],
])('Ctrl-C while %s lists the tests exits 130, with no stack and no process left', async (_what, args, code) => {
  const file = join(place.subject, 'shop.test.js');
  writeFileSync(
    file,
    `require('node:fs').writeFileSync(${JSON.stringify(runs)}, 'x');\nsetInterval(() => {}, 1000);\n`,
  );
  const { child, answer } = place.start(args);
  await until(() => victimRuns() > 0, { within: 120_000, every: 5 });
  child.kill('SIGINT');
  const { code: exit, stdout, stderr } = await answer;
  expect(exit).toBe(130);
  expect(stdout).toContain(code);
  expect(stderr).toContain(code === '' ? 'it was interrupted' : 'stopping');
  expect(stderr).not.toMatch(/^ +at |bug/m);
  await until(() => alive().length === 0, { within: 120_000, every: 20 });
});

test('a disk that fills up in the middle of a case is a fault, and the case continues to the same end', async () => {
  // A limit on the size of files stops the store as a full disk does. It is more than its first pages, and less than the whole case.
  const limited = spawnSync('prlimit', [`--fsize=${MAX_STORE_BYTES}`, process.execPath, BIN, ...diagnose], {
    cwd: place.subject,
    env: place.variables,
    encoding: 'utf8',
  });
  expect(limited.stderr).not.toMatch(/^ +at |bug/m);
  expect(limited.status).toBe(FAULTS.DISK_FULL.exit);
  expect(JSON.parse(limited.stdout).error).toMatchObject({ code: 'DISK_FULL' });
  expect((await cases())[0]!.trials).toBeGreaterThan(0);
  const resumed = diagnosisOf(await place.run(['diagnose', '--resume', 'latest', '--json']));
  expect(resumed).toMatchObject({ verdict: 'isolated', polluters: [['shop.test.js > shows the banner']] });
});

test(`kill -9 at ${KILLS} random moments: no trial lost, none run twice, the same end, no process left`, async () => {
  const rng = random(SEED);
  let kills = 0;
  while (kills < KILLS) kills += await cutCase(rng, KILLS - kills);
});

/** Opens a case and kills unflake again and again, at most `most` times, until it ends; returns how often it was killed. */
async function cutCase(rng: Random, most: number): Promise<number> {
  const before = victimRuns();
  const known = (await cases()).map(({ caseId }) => caseId);
  let kills = 0;
  let caseId: string | null = null;
  let recorded = 0;
  for (;;) {
    const { child, answer } = place.start(caseId === null ? diagnose : ['diagnose', '--resume', caseId, '--json']);
    const killer = kills < most ? await killSoon(child, rng) : undefined;
    const end = await answer;
    clearTimeout(killer);
    if (end.signal === null) {
      const { verdict, polluters: found } = diagnosisOf(end);
      expect({ verdict, found }).toEqual({ verdict: 'isolated', found: [['shop.test.js > shows the banner']] });
      // Each kill may interrupt one running trial, which then runs again; no other does. A trial has a line for each run of the victim.
      const { trials } = JSON.parse((await place.run(['report', '--json'])).stdout).result.record;
      const ids: readonly string[] = trials.map(({ id }: { readonly id: string }) => id);
      const inOneTrial = Math.max(...ids.map((id) => ids.filter((other) => other === id).length));
      expect(victimRuns() - before).toBeGreaterThanOrEqual(trials.length);
      expect(victimRuns() - before).toBeLessThanOrEqual(trials.length + inOneTrial * kills);
      return kills;
    }
    kills += 1;
    await until(() => alive().length === 0, { within: 120_000, every: 20 });
    const cut = (await cases()).find(({ caseId: id }) => (caseId === null ? !known.includes(id) : id === caseId));
    caseId ??= cut?.caseId ?? null;
    const now = cut?.trials ?? 0;
    expect(now, 'no recorded trial is lost').toBeGreaterThanOrEqual(recorded);
    recorded = now;
  }
}

/** After some runs of the victim, or none, and a part of what follows: a busy machine stretches the time, and not the number of runs. */
async function killSoon(child: ChildProcess, rng: Random): Promise<NodeJS.Timeout> {
  const enough = victimRuns() + rng.int(0, MAX_RUNS_BEFORE_A_KILL);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  await until(() => hasEnded() || victimRuns() >= enough, { within: 120_000, every: 5 });
  return setTimeout(() => child.kill('SIGKILL'), rng.float() * 1000);
}

interface Case {
  readonly caseId: string;
  readonly trials: number;
}

async function cases(): Promise<readonly Case[]> {
  return JSON.parse((await place.run(['cases', '--json'])).stdout).result.cases;
}
