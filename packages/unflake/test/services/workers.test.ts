/** Workers as people start them: what they find, and what can happen to them or to the database. */
import { mkdirSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { beforeEach, describe, expect, test } from 'vitest';
import type { HuntResult } from '../../src/contract/hunt.ts';
import type { TrialMachine } from '../../src/contract/trial.ts';
import { connectPostgres } from '../../src/store/postgres/connection.ts';
import { openStoreAt } from '../../src/tools/lib/open-store.ts';
import { type Answer, diagnosisOf } from '../cli/unflake.ts';
import { HUNT, resultOf, SOON, WorkerPlace, type WorkerProcess } from './worker-place.ts';

const at = new WorkerPlace();

/** What depends on the trials alone, not on how long they took. */
const found = ({ flaky, rounds, coverage, broken }: HuntResult) => ({
  flaky: flaky.map(({ test, kind, after, arms }) => ({ test, kind, after, arms })),
  rounds: rounds.map(({ arm, trials }) => ({ arm, trials })),
  coverage,
  broken,
});

/** The numbers of the stored trials, as often as they are stored. */
async function storedTrials(huntId: string): Promise<readonly number[]> {
  const db = await connectPostgres(at.server.address);
  const rows = await db.all('SELECT seq FROM trials WHERE case_id = ? ORDER BY seq', huntId);
  await db.close();
  return rows.map(({ seq }) => Number(seq));
}

/** Where a trial ran, as it is stored. */
async function machineOf(caseId: string, seq: number): Promise<TrialMachine | undefined> {
  const store = await openStoreAt(at.server.address);
  const trial = await store.recordedTrial(caseId, seq);
  await store.close();
  return trial!.machine;
}

test('a hunt by two workers finds what it finds without any, and says who runs it', async () => {
  const alone = await at.run(...HUNT);
  expect(alone.stderr).toContain('no worker is running; the trials run here');
  await at.worker();
  await at.worker();
  const both = await at.run(...HUNT);
  expect(both.stderr).toMatch(/the trials run on [12] workers? on 1 machine/);
  expect(both.stderr).not.toContain('run here');
  const result = resultOf(both);
  expect(found(result)).toEqual(found(resultOf(alone)));
  expect(result.flaky.map((one) => one.test)).toEqual(['shop.test.js > totals the cart']);
  const trials = await storedTrials(result.huntId!);
  expect(trials).toEqual(Array.from({ length: result.cost.trials }, (_, at) => at + 1));
  // One of them may have answered only when everything was done.
  expect(at.started.map(({ said }) => said()).join('')).toMatch(/^stored /m);
  const here = { name: hostname(), platform: `${process.platform}-${process.arch}`, cores: availableParallelism() };
  expect(await machineOf(result.huntId!, 1)).toEqual(here);
  expect(await machineOf(resultOf(alone).huntId!, 1)).toBeUndefined();
  const { workers, work } = await at.listed();
  expect([workers.length, work]).toEqual([2, []]);
});

test('a diagnosis and a certification by a worker end as they do without', async () => {
  const worker = await at.worker();
  const answer = await at.run('diagnose', 'totals the cart', '--workers', '--json', '--seed', '5');
  expect(diagnosisOf(answer)).toMatchObject({
    verdict: 'isolated',
    cause: { family: 'ordering', kind: 'victim' },
    polluters: [['shop.test.js > shows the banner']],
  });
  expect(worker.said()).toContain(diagnosisOf(answer).caseId);
  const certified = await at.run(
    'certify',
    'lists the products',
    '--workers',
    '--rate',
    '0.2',
    '--json',
    '--seed',
    '5',
  );
  expect(JSON.parse(certified.stdout).result.certificates[0]).toMatchObject({ status: 'certified' });
  expect(worker.said()).toContain('cert-');
});

describe('with a suite that takes a while', () => {
  let undisturbed: HuntResult;
  beforeEach(async () => {
    at.slow();
    undisturbed ??= resultOf(await at.run(...HUNT));
  });

  async function hunting(): Promise<{ readonly answer: Promise<Answer> }> {
    const { answer } = at.place.start(HUNT, at.env);
    return { answer };
  }

  const runs = ({ said }: WorkerProcess) => (said().match(/^runs /gm) ?? []).length;
  const ended = ({ said }: WorkerProcess) => (said().match(/^(?:stored|returned|lost) /gm) ?? []).length;
  const isBusy = (worker: WorkerProcess) => runs(worker) > ended(worker);

  async function expectUndisturbed(answer: Promise<Answer>): Promise<string> {
    const whole = await answer;
    const result = resultOf(whole);
    expect(found(result)).toEqual(found(undisturbed));
    expect(await storedTrials(result.huntId!)).toEqual(Array.from({ length: result.cost.trials }, (_, at) => at + 1));
    return whole.stderr;
  }

  test('workers are listed: machine, what they run, since when, and their last sign of life', async () => {
    const [one] = [await at.worker(), await at.worker()];
    const { answer } = await hunting();
    // Each listing is a process of its own.
    await until(() => at.started.some(isBusy), { ...SOON, every: 5 });
    const busy = await until(
      async () => {
        const found = await at.listed();
        expect(found.workers.map(({ state }) => state)).toContain('runs');
        return found;
      },
      { ...SOON, every: 5 },
    );
    const { workers, work } = busy;
    expect(workers).toHaveLength(2);
    expect(workers.find(({ pid }) => pid === one!.child.pid)).toMatchObject({
      machine: hostname(),
      platform: `${process.platform}-${process.arch}`,
      root: at.place.subject,
    });
    const { runs, seenAt, startedAt } = workers.find(({ state }) => state === 'runs')!;
    expect(runs!.what).toMatch(/^h-\w+ t-\d+( to t-\d+)?, hunt: \S/);
    const moments = [startedAt, runs!.since, seenAt, busy.at].map((moment) => Date.parse(moment));
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect(work).toHaveLength(1);
    expect(work[0]!.serves.length).toBeGreaterThan(0);
    const text = (await at.run('workers')).stdout;
    expect(text).toMatch(/^workers +w-\w+ +\S+, pid \d+ .*seen \d\d:\d\d:\d\d$/m);
    expect(text).toContain(work[0]!.caseId);
    await expectUndisturbed(answer);
  });

  test('the unit of a killed worker is run by another, and one that is told to stop finishes or returns its own', async () => {
    const [killed, stopped, last] = [await at.worker(), await at.worker(), await at.worker()];
    const { answer } = await hunting();
    await until(() => isBusy(killed), { ...SOON, every: 5 });
    killed.child.kill('SIGKILL');
    await until(() => isBusy(stopped), { ...SOON, every: 5 });
    stopped.child.kill('SIGTERM');
    const { code, stdout } = await stopped.answer;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ran +\d+ trials? in \d+ units?$/m);
    expect(stopped.said()).not.toMatch(/^lost /m);
    expect(await expectUndisturbed(answer)).toMatch(/worker w-\w+ has ended; another runs what it had/);
    expect(runs(last)).toBeGreaterThan(0);
  });

  test('without its last worker the command runs the trials itself; a new worker takes over', async () => {
    const only = await at.worker();
    const { child, answer } = at.place.start(HUNT, at.env);
    let said = '';
    child.stderr!.on('data', (piece: string) => (said += piece));
    await until(() => isBusy(only), { ...SOON, every: 5 });
    only.child.kill('SIGKILL');
    await until(() => said.includes('no worker is running; the trials run here'), SOON);
    const next = await at.worker();
    await expectUndisturbed(answer);
    expect(next.said()).toContain('serves');
  });

  test('a restart of the database is waited for by all', async () => {
    const [one, two] = [await at.worker(), await at.worker()];
    const { answer } = await hunting();
    await until(() => isBusy(one) || isBusy(two), { ...SOON, every: 5 });
    await at.server.restart();
    await until(() => runs(one) + runs(two) > 5, SOON);
    await at.server.restart();
    await expectUndisturbed(answer);
    for (const { child } of [one, two]) expect(child.exitCode).toBeNull();
  });
});

test('--workers with a file as the store says what it needs', async () => {
  mkdirSync(join(at.place.folder, 'stores'));
  const file = join(at.place.folder, 'stores', 'one.db');
  const answer = await at.place.run(['hunt', '--workers', '--store', file]);
  expect([answer.code, answer.stdout]).toEqual([2, '']);
  expect(answer.stderr).toContain('workers take their work from a PostgreSQL database');
  expect((await at.place.run(['worker', '--store', file])).code).toBe(2);
  expect((await at.place.run(['workers', '--store', file])).stdout).toContain('none');
});

test('a worker that may end does so when there is nothing to do, or after one unit', async () => {
  const idle = await at.run('worker', '--until-idle');
  expect([idle.code, idle.stdout]).toEqual([0, expect.stringMatching(/^ran +0 trials in 0 units$/m)]);
  const once = await at.worker('--once');
  await at.run('hunt', '--workers', '--rounds', '2', '--seed', '5');
  expect((await once.answer).stdout).toMatch(/^ran +[1-9]\d* trials? in 1 unit$/m);
});
