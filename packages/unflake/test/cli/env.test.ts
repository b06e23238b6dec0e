/** `unflake env` as people use it, on a suite of small scripts: what runs when, what is trusted, and what cuts, races and full disks do to it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { INDEPENDENT, SEQUENTIAL, writeSmallSuite } from '../../../../scripts/bench/env/small-suite.mjs';
import { FAULTS } from '../../src/contract/faults.ts';
import type { EnvRunResult, EnvStatusResult } from '../../src/tools/env/results.ts';
import { type Answer, BIN, Place } from './unflake.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
  writeSmallSuite(place.subject, { pause: 0 });
});
afterEach(async () => {
  for (const { child, answer } of hanging.splice(0)) {
    child.kill('SIGTERM');
    await answer;
  }
  place.remove();
});

/** A busy machine starts programs slowly. */
const PATIENCE = { within: 60_000 };
const hanging: ReturnType<Place['start']>[] = [];

/** Starts a run of a step that does not end by itself, and resolves when it is in the middle of it. */
async function hang(step: string) {
  const started = place.start(['env', 'run', step], { HANG: step });
  hanging.push(started);
  const stray = await until(
    () => existsSync(path('hanging')) && readFileSync(path('hanging'), 'utf8').trim(),
    PATIENCE,
  );
  return { ...started, stray };
}

const path = (...parts: readonly string[]) => join(place.subject, ...parts);
const state = (env: string, marker: string) => path('test', '.envs', env, '.bats-state', marker);
const env = (...args: readonly string[]) => place.run(['env', ...args, '--json', '--quiet']);

function resultOf<Result>({ stdout, stderr }: Answer): Result {
  const envelope = JSON.parse(stdout) as { readonly ok: boolean; readonly result: Result };
  if (!envelope.ok) throw new Error(`${stdout}\n${stderr}`);
  return envelope.result;
}

/** What ran since the last time it was asked, in order. */
function ran(): readonly string[] {
  const lines = readFileSync(path('log'), 'utf8').split('\n').slice(0, -1);
  writeFileSync(path('log'), '');
  return lines;
}

async function run(...args: readonly string[]): Promise<EnvRunResult> {
  return resultOf<EnvRunResult>(await env('run', ...args));
}

async function explained(name: string) {
  const { environments } = resultOf<EnvStatusResult>(await env('explain', name));
  return environments[0]!;
}

test('a clean full run, a rerun, a partial rerun and a single late step do what the guide asks for', async () => {
  const first = await run();
  expect(first.foundation).toBe('built');
  const before = ran();
  expect(before[0]).toBe('foundation@foundation');
  expect(before.filter((name) => name.endsWith('@sequential'))).toEqual(SEQUENTIAL.map((name) => `${name}@sequential`));
  expect(before.filter((name) => name.startsWith('test-')).sort()).toEqual([
    'test-alone@alone',
    'test-apart@apart',
    'test-later@later',
  ]);

  const again = await run();
  expect(again).toMatchObject({ foundation: 'reused', rebuilt: [{ environment: 'sequential', state: 'dirty' }] });
  expect(ran().filter((name) => name.startsWith('foundation'))).toEqual([]);

  const partial = await run('00-first', '01-second');
  expect(partial.rebuilt).toEqual([
    {
      environment: 'sequential',
      state: 'dirty',
      why: expect.stringMatching(/^0[12]-\S+ has run there, and runs after 00-first$/),
    },
  ]);
  expect(ran()).toEqual(['00-first@sequential', '01-second@sequential']);

  const next = await run('02-third');
  expect(next).toMatchObject({ rebuilt: [], foundation: 'none' });
  expect(ran()).toEqual(['02-third@sequential']);

  await env('clean');
  const late = await run('02-third');
  expect(late.steps.map(({ step, role }) => [step, role])).toEqual([
    ['foundation', 'prerequisite'],
    ['00-first', 'prerequisite'],
    ['01-second', 'prerequisite'],
    ['02-third', 'asked'],
  ]);
});

test('an independent step starts from a fresh copy of what the steps that it names have made', async () => {
  await run('test-later');
  expect(ran()).toEqual([
    'foundation@foundation',
    '00-first@after-01-second',
    '01-second@after-01-second',
    'test-later@later',
  ]);
  const trace = () => readFileSync(path('test', '.envs', 'later', 'trace'), 'utf8');
  const once = 'foundation\n00-first\n01-second\ntest-later\n';
  expect(trace()).toBe(once);
  await run('test-later');
  expect(ran()).toEqual(['test-later@later']);
  expect(trace()).toBe(once);
  expect(readFileSync(path('test', '.envs', 'after-01-second', 'trace'), 'utf8')).not.toContain('test-later');
});

test('a run that is killed in the middle leaves no process and no lock, and its step is not trusted', async () => {
  const { child, answer, stray } = await hang('01-second');
  expect(await explained('sequential')).toMatchObject({
    state: 'locked',
    holders: [{ pid: child.pid, words: 'unflake env run', as: 'taker' }],
  });
  child.kill('SIGKILL');
  await answer;
  await until(() => !existsSync(`/proc/${stray}`), PATIENCE);
  expect(await explained('sequential')).toMatchObject({
    state: 'dirty',
    why: '01-second started there and did not complete; its process is gone',
    marker: 'sequential/.bats-state/.start-01-second',
    holders: [],
    complete: ['foundation', '00-first'],
    runs: SEQUENTIAL,
  });
  ran();
  expect(await run('01-second', '--wait', '5')).toMatchObject({
    rebuilt: [{ environment: 'sequential', state: 'dirty' }],
  });
  expect(ran()).toEqual(['00-first@sequential', '01-second@sequential']);
});

test('a pid that belongs to somebody else since the reboot does not count as running', async () => {
  await run('00-first');
  rmSync(state('sequential', '.complete-00-first'));
  writeFileSync(state('sequential', '.pid-00-first'), `${process.pid} 1 00000000-0000-0000-0000-000000000000\n`);
  expect(await explained('sequential')).toMatchObject({
    state: 'dirty',
    why: '00-first started there and did not complete; its process is gone',
  });
});

test('when an input of the foundation changes, everything made from it is built again', async () => {
  await run('00-first');
  ran();
  writeFileSync(path('test', 'template.txt'), 'another template\n');
  const status = await env('status');
  expect(status.code).toBe(1);
  const states = resultOf<EnvStatusResult>(status).environments.map(({ environment, state: word }) => [
    environment,
    word,
  ]);
  expect(states).toEqual(
    expect.arrayContaining([
      ['foundation', 'stale'],
      ['sequential', 'stale'],
    ]),
  );
  expect((await explained('sequential')).runs).toEqual(['foundation', ...SEQUENTIAL]);
  expect((await explained('later')).runs).toEqual(['foundation', '00-first', '01-second', 'test-later']);
  expect(await run('00-first')).toMatchObject({
    foundation: 'built',
    rebuilt: [
      { environment: 'sequential', state: 'stale' },
      { environment: 'foundation', state: 'stale' },
    ],
  });
  expect(ran()).toEqual(['foundation@foundation', '00-first@sequential']);
  expect(readFileSync(path('test', '.envs', 'sequential', 'base'), 'utf8')).toBe('another template\n');
});

test('a step that fails ends its chain, is shown with its words, and is not trusted afterwards', async () => {
  writeFileSync(path('test', '01-second.sh'), '#!/bin/sh\necho the second is broken\nexit 7\n');
  const { code, stdout } = await place.run(['env', 'run', ...SEQUENTIAL, '--quiet']);
  expect(code).toBe(1);
  expect(stdout).toContain('01-second in sequential: it ended with status 7\n  │ the second is broken\n');
  expect(stdout).toContain('02-third in sequential: not run, because 01-second did not pass\n');
  expect((await explained('sequential')).state).toBe('dirty');
});

test('a failing foundation is built once, and nothing is run on it', async () => {
  writeFileSync(path('test', 'foundation.sh'), '#!/bin/sh\nexit 1\n');
  const { steps, foundation } = await run();
  expect(foundation).toBe('failed');
  expect(steps.filter(({ outcome }) => outcome !== 'not-run').map(({ step }) => step)).toEqual(['foundation']);
  expect(
    steps
      .filter(({ outcome }) => outcome === 'not-run')
      .map(({ step }) => step)
      .sort(),
  ).toEqual([...SEQUENTIAL, ...INDEPENDENT].sort());
  expect(ran()).toEqual([]);
});

test('two full runs at the same instant are never both inside, and lose no update', async () => {
  for (const round of [1, 2, 3]) {
    // In the second round both find what the first has left.
    if (round === 3) await env('clean');
    const ends = await Promise.all([env('run'), env('run')]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    const log = ran();
    for (const step of SEQUENTIAL) expect(log.filter((name) => name === `${step}@sequential`)).toHaveLength(2);
    for (const step of INDEPENDENT) expect(log.filter((name) => name === `${step}@${step.slice(5)}`)).toHaveLength(2);
    for (const step of SEQUENTIAL) {
      expect(Number(readFileSync(path('counts', `${step}@sequential`), 'utf8'))).toBe(2 * round);
    }
  }
});

test('waiting is bounded, and says for whom', async () => {
  await run('00-first');
  const { child, answer } = await hang('01-second');
  const { code, stderr } = await place.run(['env', 'run', '00-first', '--wait', '0.5']);
  expect(code).toBe(FAULTS.ENV_LOCKED.exit);
  expect(stderr).toContain(`sequential is held by process ${child.pid} (unflake env run); at most 1 s`);
  child.kill('SIGINT');
  expect(await answer).toMatchObject({
    code: 130,
    stdout: expect.stringContaining('01-second in sequential: it was interrupted'),
  });
  expect((await explained('sequential')).state).toBe('dirty');
});

test('a full disk while copying is a fault, and nothing half-made is left', async () => {
  await run('00-first');
  await env('clean', 'sequential');
  const large = path('test', '.envs', 'foundation', 'large');
  writeFileSync(large, Buffer.alloc(4 * 1024 * 1024, 1));
  const { status, stdout } = spawnSync(
    'prlimit',
    ['--fsize=1048576', process.execPath, BIN, 'env', 'run', '00-first', '--json', '--quiet'],
    { cwd: place.subject, encoding: 'utf8' },
  );
  expect({ status, fault: JSON.parse(stdout).error.code }).toEqual({
    status: FAULTS.DISK_FULL.exit,
    fault: 'DISK_FULL',
  });
  expect(
    readdirSync(path('test', '.envs')).filter((name) => name.includes('sequential') || name.startsWith('.making')),
  ).toEqual([]);
  expect((await explained('foundation')).state).toBe('clean');
  rmSync(large);
  expect(await run('00-first')).toMatchObject({ foundation: 'reused', rebuilt: [] });
});

test('what a cut run was making is swept away by the next one, and nothing else', async () => {
  await run('00-first');
  const { pid, status } = spawnSync('true');
  expect(status).toBe(0);
  const { child } = await hang('test-alone');
  for (const maker of [pid, child.pid]) mkdirSync(path('test', '.envs', `.making-sequential-${maker}`));
  await run('00-first');
  const left = readdirSync(path('test', '.envs')).filter((name) => name.startsWith('.making'));
  expect(left).toEqual([`.making-sequential-${child.pid}`]);
});

test('steps that wait for each other are refused, and the circle is shown', async () => {
  writeSmallSuite(place.subject, { after: { '00-first': '01-second' } });
  const { code, stderr } = await place.run(['env', 'run', '--quiet']);
  expect(code).toBe(FAULTS.ENV_CYCLE.exit);
  expect(stderr).toContain('the steps wait for each other: 00-first → 01-second → 00-first');
});

test('a step that does not exist is told with its neighbour', async () => {
  const { code, stderr } = await place.run(['env', 'run', '01-secnd', '--quiet']);
  expect(code).toBe(FAULTS.ENV_UNKNOWN_STEP.exit);
  expect(stderr).toContain('there is no step `01-secnd`; did you mean `01-second`?');
});

test('a test file of a runner is a step like any other', async () => {
  rmSync(path('unflake.config.json'));
  for (const name of [...SEQUENTIAL, ...INDEPENDENT]) rmSync(path('test', `${name}.sh`));
  writeFileSync(path('package.json'), '{"type":"module","scripts":{"test":"node --test"}}');
  const source = `import test from 'node:test';
import { appendFileSync, readFileSync } from 'node:fs';
test('finds the foundation', () => { readFileSync(process.env.TEST_DIR + '/base'); });
test('leaves its mark', () => { appendFileSync(process.env.TEST_DIR + '/trace', 'javascript\\n'); });
`;
  writeFileSync(path('test', '00-store.mjs'), source);
  chmodSync(path('test', '00-store.mjs'), 0o644);
  const { steps } = await run('00-store');
  expect(steps.map(({ step, outcome, tests }) => ({ step, outcome, tests }))).toEqual([
    { step: 'foundation', outcome: 'passed', tests: null },
    { step: '00-store', outcome: 'passed', tests: { passed: 2, failed: 0, skipped: 0 } },
  ]);
  expect(readFileSync(path('test', '.envs', 'sequential', 'trace'), 'utf8')).toBe('foundation\njavascript\n');
  writeFileSync(path('test', '00-store.mjs'), source.replace('/base', '/missing'));
  const failed = await run('00-store');
  expect(failed.steps.at(-1)).toMatchObject({ outcome: 'failed', tests: { passed: 1, failed: 1 } });
});
