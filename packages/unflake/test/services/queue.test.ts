/** Units of work in a real PostgreSQL: each is stored once, whoever ends, comes late, or loses the answer. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { random } from '@unflake/testkit/random';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPostgres } from '../../../../scripts/toolchains/postgres.mjs';
import type { PendingTrial } from '../../src/engine/drive/drive.ts';
import { openQueue, type Queue } from '../../src/queue/queue.ts';
import { serving } from '../../src/queue/serving.ts';
import { unitsOf } from '../../src/queue/unit.ts';
import {
  type ClaimedUnit,
  claimUnit,
  completeUnit,
  givenUp,
  putUnits,
  type QueuedUnit,
  returnUnit,
  stillOurs,
  withdrawUnits,
} from '../../src/queue/units.ts';
import { answerWork, closeWork, keepToMachine, MAX_ATTEMPTS, openWork, openWorks } from '../../src/queue/work.ts';
import { beat, buryWorkers, registerWorker, workers } from '../../src/queue/workers.ts';
import type { Store } from '../../src/store/port.ts';
import { indexSuite } from '../../src/store/selection.ts';
import { openStoreAt } from '../../src/tools/lib/open-store.ts';
import { newCase, newTrial, SUITE } from '../contract/store.ts';

let folder: string;
let server: Awaited<ReturnType<typeof startPostgres>>;
let store: Store;
let queue: Queue;
let caseId: string;
const opened: Queue[] = [];
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
  queue = await another();
  ({ id: caseId } = await store.openCase(newCase(), random(7)));
  await openWork(queue, caseId, WANTED);
});
afterEach(async () => {
  await closeWork(queue, caseId);
  await queue.db.run('DELETE FROM workers');
  await store.close();
  for (const one of opened.splice(0)) await one.close();
});

const WANTED = {
  repository: null,
  inside: '',
  commit: null,
  changes: 'x',
  platform: 'linux-arm64',
  runner: 'pytest',
  toolchain: 'pytest 9',
};
const suite = indexSuite(SUITE);
/** Everybody who has said nothing for a moment is dead. */
const AT_ONCE = { goneSeconds: 0, silentSeconds: 0 };

async function another(): Promise<Queue> {
  const one = await openQueue(server.address);
  opened.push(one);
  return one;
}

async function worker(id: string, machine = 'one') {
  const own = await another();
  const me = { id, machine, pid: 1, root: '/', platform: 'linux-arm64' };
  await registerWorker(own, me);
  await answerWork(own, id, { caseId, serves: true, why: null });
  return { queue: own, ...me };
}

function pending(seq: number, exclusive = false): PendingTrial {
  const { key, phase, doing, result } = newTrial(seq);
  return { seq, key, phase, doing, trial: { ...result.trial, exclusive } };
}

async function put(...all: readonly PendingTrial[]): Promise<readonly QueuedUnit[]> {
  const units = unitsOf(all, suite, { activeMs: 1_000, expectedMs: () => 0, workers: 9 }).map((unit, at) => ({
    id: randomUUID(),
    share: all[at]!.trial.exclusive ? ('one-machine' as const) : ('any' as const),
    unit,
  }));
  await putUnits(queue, caseId, units);
  return units;
}

async function claim(one: Awaited<ReturnType<typeof worker>>): Promise<ClaimedUnit> {
  const claimed = await claimUnit(one.queue, one, caseId);
  if (claimed === null || claimed === 'unknown') throw new Error(`no unit: ${claimed}`);
  return claimed;
}

const complete = (one: { readonly queue: Queue; readonly id: string }, claimed: ClaimedUnit) =>
  completeUnit(one.queue, one.id, claimed, {
    caseId,
    suite,
    ended: claimed.unit.trials.map(({ seq }) => ({ trial: newTrial(seq), agoMs: 0 })),
  });

const stored = async () => (await store.trials(caseId)).map(({ seq }) => seq);

test('a unit is claimed by one worker, and its results are stored when it is completed', async () => {
  const [first, second] = [await worker('w-1'), await worker('w-2')];
  await put(pending(1));
  const claimed = await claim(first);
  expect(await claimUnit(second.queue, second, caseId)).toBeNull();
  expect(await stored()).toEqual([]);
  expect(await complete(first, claimed)).toBe(true);
  expect(await stored()).toEqual([1]);
  expect((await store.recordedTrial(caseId, 1))!.atMs).toBeGreaterThanOrEqual(1_000);
});

test('a worker that comes back after another got its unit stores nothing', async () => {
  const [slow, other] = [await worker('w-slow'), await worker('w-other')];
  await put(pending(1));
  const late = await claim(slow);
  await queue.db.run("UPDATE workers SET seen_at = seen_at + interval '1 hour' WHERE id = 'w-other'");
  expect(await buryWorkers(queue, AT_ONCE)).toEqual(['w-slow']);
  const again = await claim(other);
  expect([again.id, again.attempt]).toEqual([late.id, late.attempt + 1]);
  expect(await stillOurs(slow.queue, 'w-slow', late)).toBe(false);
  expect(await complete(slow, late)).toBe(false);
  expect(await stored()).toEqual([]);
  expect(await complete(other, again)).toBe(true);
  expect(await complete(slow, late)).toBe(false);
  expect(await stored()).toEqual([1]);
  expect(await beat(slow.queue, 'w-slow')).toBe(false);
});

test('a worker that is known again has no claim to what it had', async () => {
  const slow = await worker('w-slow');
  await put(pending(1));
  const late = await claim(slow);
  await buryWorkers(queue, AT_ONCE);
  await registerWorker(slow.queue, slow);
  expect(await complete(slow, late)).toBe(false);
  expect((await claim(slow)).attempt).toBe(late.attempt + 1);
});

test('a worker that hangs is dead, though it has its session; one that lives is not', async () => {
  await worker('w-1');
  expect(await buryWorkers(queue, { goneSeconds: 0, silentSeconds: 60 })).toEqual([]);
  expect((await workers(queue.db)).map(({ id }) => id)).toEqual(['w-1']);
  expect(await buryWorkers(queue, AT_ONCE)).toEqual(['w-1']);
});

test('a worker whose session has ended is dead', async () => {
  const one = await worker('w-1');
  await put(pending(1));
  await claim(one);
  await one.queue.close();
  expect(await buryWorkers(queue, { goneSeconds: 0, silentSeconds: 60 })).toEqual(['w-1']);
  const next = await worker('w-2');
  expect((await claim(next)).attempt).toBe(1);
});

test('a claim whose answer was lost is answered again', async () => {
  const one = await worker('w-1');
  await put(pending(1), pending(2));
  const claimed = await claim(one);
  expect(await claim(one)).toEqual(claimed);
});

test('a returned unit is run by another', async () => {
  const [first, second] = [await worker('w-1'), await worker('w-2')];
  await put(pending(1));
  const claimed = await claim(first);
  await returnUnit(first.queue, first.id, claimed, 'it was stopped');
  expect(await complete(first, claimed)).toBe(false);
  expect(await complete(second, await claim(second))).toBe(true);
  expect(await stored()).toEqual([1]);
});

test('what was withdrawn is not stored any more', async () => {
  const one = await worker('w-1');
  const units = await put(pending(1), pending(2));
  const claimed = await claim(one);
  await withdrawUnits(queue, caseId, units);
  expect(await complete(one, claimed)).toBe(false);
  expect(await stored()).toEqual([]);
});

test('a case that another command has resumed takes no more results of the first', async () => {
  const one = await worker('w-1');
  await put(pending(1));
  const claimed = await claim(one);
  await store.close();
  store = await openStoreAt(server.address);
  await store.resumeCase(caseId);
  expect(await complete(one, claimed)).toBe(false);
  expect(await stored()).toEqual([]);
});

test('results of a unit are stored together or not at all', async () => {
  const one = await worker('w-1');
  const [unit] = unitsOf([pending(1), pending(2)], suite, { activeMs: 0, expectedMs: () => 10, workers: 1 });
  await putUnits(queue, caseId, [{ id: randomUUID(), share: 'any', unit: unit! }]);
  const claimed = await claim(one);
  expect(claimed.unit.trials.map(({ seq }) => seq)).toEqual([1, 2]);
  await store.appendTrial(caseId, newTrial(2));
  await expect(complete(one, claimed)).rejects.toThrow();
  expect(await stored()).toEqual([2]);
});

test('a unit for one machine has that machine for itself', async () => {
  const [busy, free, far] = [await worker('w-1', 'near'), await worker('w-2', 'near'), await worker('w-3', 'far')];
  await put(pending(1), pending(2));
  const ordinary = await claim(busy);
  await keepToMachine(queue, caseId, 'near');
  await put(pending(3, true));
  // It waits until nothing else runs there, and nothing else begins meanwhile.
  expect(await claimUnit(free.queue, free, caseId)).toBeNull();
  // Units that were put in together are in no order.
  const others = [ordinary, await claim(far)].map(({ unit }) => unit.trials[0]!.seq);
  expect(others.toSorted((a, b) => a - b)).toEqual([1, 2]);
  await complete(busy, ordinary);
  const exclusive = await claim(free);
  expect(exclusive.unit.trials[0]!.seq).toBe(3);
  await put(pending(4));
  expect(await claimUnit(busy.queue, busy, caseId)).toBeNull();
  await complete(free, exclusive);
  expect((await claim(busy)).unit.trials[0]!.seq).toBe(4);
});

test('a unit that ends every worker is given up', async () => {
  const one = await worker('w-1');
  const units = await put(pending(1));
  for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt += 1) {
    expect(await givenUp(queue, caseId, units)).toEqual([]);
    await returnUnit(one.queue, one.id, await claim(one), 'it ended');
  }
  expect(await givenUp(queue, caseId, units)).toEqual(units);
  expect(await claimUnit(one.queue, one, caseId)).toBeNull();
});

test('work says who serves it, who does not and why, and is offered once', async () => {
  await worker('w-1');
  const other = await worker('w-2');
  await answerWork(other.queue, 'w-2', { caseId, serves: false, why: 'another commit' });
  await registerWorker(queue, { id: 'w-3', machine: 'one', pid: 3, root: '/', platform: 'linux-arm64' });
  expect(await serving(queue, caseId)).toEqual({
    workers: [{ id: 'w-1', machine: 'one' }],
    undecided: 1,
    refusals: [{ worker: 'w-2', why: 'another commit' }],
  });
  await openWork(queue, caseId, { ...WANTED, commit: 'abc' });
  expect((await openWorks(queue)).map(({ wanted }) => wanted.commit)).toEqual(['abc']);
});
