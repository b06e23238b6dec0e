/** A command and its workers on several machines, in one process and on a real PostgreSQL: who runs what, and what runs beside it. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { random } from '@unflake/testkit/random';
import { until } from '@unflake/testkit/until';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPostgres } from '../../../../scripts/toolchains/postgres.mjs';
import type { LabEvent } from '../../src/contract/events.ts';
import type { Trial, TrialResult } from '../../src/contract/trial.ts';
import type { PendingTrial } from '../../src/engine/drive/drive.ts';
import type { TrialRun } from '../../src/engine/trial/run-trial.ts';
import { type Distribution, openDistribution } from '../../src/queue/distribute.ts';
import { openQueue } from '../../src/queue/queue.ts';
import { serveWork } from '../../src/queue/serve-work.ts';
import type { Store } from '../../src/store/port.ts';
import { openStoreAt } from '../../src/tools/lib/open-store.ts';
import { newCase, SUITE } from '../contract/store.ts';
import { runOf, trialOf } from '../unit/engine/sample-trial.ts';

const SOON = { within: 120_000, every: 5 };
const PLATFORM = 'linux-arm64';
const WANTED = {
  ...{ repository: null, inside: '', commit: null, changes: 'x' },
  ...{ platform: PLATFORM, runner: 'pytest', toolchain: 'pytest 9' },
};

let folder: string;
let server: Awaited<ReturnType<typeof startPostgres>>;
let store: Store;
let caseId: string;
let distribution: Distribution;
const events: LabEvent[] = [];
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pg-'));
  server = await startPostgres(folder);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  store = await openStoreAt(server.address);
  ({ id: caseId } = await store.openCase(newCase(), random(7)));
  events.length = 0;
  distribution = await openDistribution({
    ...{ address: server.address, caseId, suite: SUITE, wanted: WANTED, here: 'command', now: () => performance.now() },
    emit: (event) => void events.push(event),
  });
});
afterEach(async () => {
  await distribution[Symbol.asyncDispose]();
  for (const stop of stops.splice(0)) await stop();
  await store.close();
});

interface Ran {
  readonly seq: number;
  readonly machine: string;
  readonly exclusive: boolean;
  readonly beganMs: number;
  endedMs: number;
}
let ran: Ran[];
beforeEach(() => {
  ran = [];
});

/** How the trial of a test is run; the number of the trial is its seed. */
type Run = (trial: Trial) => Promise<TrialRun>;

/** Long enough that another could begin meanwhile. */
const forAWhile: Run = async (trial) => {
  const others = ran.length;
  const deadline = performance.now() + 60;
  await until(() => ran.length > others + 2 || performance.now() > deadline, SOON);
  return runOf(trial);
};

async function startWorker(id: string, machine: string, run: Run = forAWhile): Promise<void> {
  const queue = await openQueue(server.address);
  const stop = new AbortController();
  const noted: Run = async (trial) => {
    const { seed, exclusive } = trial;
    const one: Ran = { seq: seed, machine, exclusive, beganMs: performance.now(), endedMs: 0 };
    ran.push(one);
    try {
      return await run(trial);
    } finally {
      one.endedMs = performance.now();
    }
  };
  let isKnown = false;
  const served = serveWork({
    queue,
    me: { id, machine, pid: 1, root: '/', platform: PLATFORM },
    machine: { name: machine, platform: PLATFORM, cores: 2 },
    open: async () => ({
      suite: SUITE,
      run: noted,
      hindrance: async () => null,
      [Symbol.asyncDispose]: async () => undefined,
    }),
    emit: () => {
      isKnown = true;
    },
    signal: stop.signal,
    now: () => performance.now(),
    untilIdle: false,
    maxUnits: Number.POSITIVE_INFINITY,
  });
  stops.push(async () => {
    stop.abort();
    await served;
    await queue.db.run('DELETE FROM workers WHERE id = ?', id);
    await queue.close();
  });
  await until(() => isKnown, SOON);
}

function pending(seq: number, change: Partial<Trial> = {}): PendingTrial {
  const trial = trialOf({ tests: SUITE.slice(0, 1), watch: SUITE.slice(0, 1), seed: seq, ...change });
  return { seq, key: `key-${seq}`, phase: 'confirm', doing: 'runs alone', trial };
}

/** Returns the numbers that were reported as stored. */
function distribute(...all: readonly PendingTrial[]): Promise<readonly number[]> {
  return distributeAfter(undefined, ...all);
}

async function distributeAfter(
  leftBehindBy: TrialResult | undefined,
  ...all: readonly PendingTrial[]
): Promise<readonly number[]> {
  const reported: number[] = [];
  await distribution.distribute(all, {
    activeMs: 0,
    expectedMs: () => 0,
    signal: new AbortController().signal,
    leftBehindBy,
    async stored(seq) {
      reported.push(seq);
      const found = (await store.recordedTrial(caseId, seq))!;
      return { ...found, id: `t-${seq}`, trial: all.find((one) => one.seq === seq)!.trial };
    },
  });
  return reported.toSorted((a, b) => a - b);
}

const seqs = (all: readonly PendingTrial[]) => all.map(({ seq }) => seq);

test('trials that need a quiet machine run one at a time on one machine, and nothing else runs there meanwhile', async () => {
  await Promise.all([startWorker('w-1', 'near'), startWorker('w-2', 'near'), startWorker('w-3', 'far')]);
  const all = Array.from({ length: 18 }, (_, at) => pending(at + 1, { exclusive: at % 3 === 2 }));
  expect(await distribute(...all)).toEqual(seqs(all));
  const exclusive = ran.filter((one) => one.exclusive);
  expect(new Set(exclusive.map(({ machine }) => machine)).size).toBe(1);
  expect(exclusive.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual([3, 6, 9, 12, 15, 18]);
  const beside = exclusive.flatMap((one) =>
    ran.filter(
      (other) =>
        other !== one && other.machine === one.machine && other.beganMs < one.endedMs && one.beganMs < other.endedMs,
    ),
  );
  expect(beside).toEqual([]);
  // Each trial says where it ran.
  for (const { seq, machine } of ran)
    expect((await store.recordedTrial(caseId, seq))!.machine).toEqual({ name: machine, platform: PLATFORM, cores: 2 });
});

test('rounds that only look for suspects need a worker, not a machine', async () => {
  const together: Run = async (trial) => {
    await until(() => ran.length === 2, SOON);
    return runOf(trial);
  };
  await Promise.all([startWorker('w-1', 'near', together), startWorker('w-2', 'near', together)]);
  const all = [1, 2].map((seq) => pending(seq, { exclusive: true, watch: 'all' }));
  expect(await distribute(...all)).toEqual([1, 2]);
});

test('what a trial has left on a machine is there: the rest of the case stays on it', async () => {
  const leaves: Run = async (trial) => {
    const run = runOf(trial);
    return trial.seed === 1 ? { ...run, ending: { ...run.ending, left: ['/tmp/left'] } } : run;
  };
  await Promise.all([startWorker('w-1', 'one', leaves), startWorker('w-2', 'other', leaves)]);
  expect(await distribute(pending(1))).toEqual([1]);
  const rest = Array.from({ length: 8 }, (_, at) => pending(at + 2));
  expect(await distribute(...rest)).toEqual(seqs(rest));
  expect(new Set(ran.map(({ machine }) => machine)).size).toBe(1);
});

test('what the command itself has left is on its machine: only workers of that machine run the rest', async () => {
  const { command: _command, output: _output, ...seen } = runOf(pending(1).trial);
  const here: TrialResult = { ...seen, id: 't-1', atMs: 1, ending: { ...seen.ending, left: ['/tmp/left'] } };
  await startWorker('w-1', 'other');
  expect(await distributeAfter(here, pending(2))).toEqual([]);
  await startWorker('w-2', 'command');
  expect(await distributeAfter(here, pending(3), pending(4))).toEqual([3, 4]);
  expect(ran.map(({ machine }) => machine)).toEqual(['command', 'command']);
});

test('without a worker nothing is distributed, and the command is told what would start one', async () => {
  expect(await distribute(pending(1), pending(2))).toEqual([]);
  expect(events).toMatchObject([
    { type: 'worker', label: 'workers', text: expect.stringContaining('no worker is running; the trials run here') },
  ]);
  expect(await store.trials(caseId)).toEqual([]);
});

test('a worker that joins gets work at the next step, and who runs the trials is said again', async () => {
  expect(await distribute(pending(1))).toEqual([]);
  await startWorker('w-1', 'near');
  expect(await distribute(pending(2))).toEqual([2]);
  expect(events.map((event) => (event.type === 'worker' ? event.text : ''))).toContain(
    'the trials run on 1 worker on 1 machine',
  );
});
