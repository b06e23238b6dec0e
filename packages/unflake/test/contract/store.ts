/** What every store must do: one body, an arm per store. */
import { random } from '@unflake/testkit/random';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CaseFindings } from '../../src/contract/case-record.ts';
import type { CertifyResult } from '../../src/contract/certificate.ts';
import type { Diagnosis } from '../../src/contract/diagnosis.ts';
import type { HuntResult } from '../../src/contract/hunt.ts';
import { type TestId, testId } from '../../src/contract/test-id.ts';
import type { Trial } from '../../src/contract/trial.ts';
import type { Verification } from '../../src/contract/verification.ts';
import type { NewCase, NewTrial, Store } from '../../src/store/port.ts';
import { NO_OUTCOMES, trialOf } from '../unit/engine/sample-trial.ts';

export interface StoreArm {
  readonly name: string;
  /** A place for a fresh store, and how to open it; opening it again must find what was kept. */
  readonly place: () => Promise<{ readonly open: () => Promise<Store>; readonly remove: () => Promise<void> }>;
}

export const SUITE: readonly TestId[] = Array.from({ length: 50 }, (_, at) =>
  testId(`tests/test_${at}.py::test [${at}]`),
);

export function newCase(change: Partial<NewCase> = {}): NewCase {
  const options = { budget: { trials: 10 }, words: ['a', 'ü'] };
  return {
    root: '/project',
    runner: 'pytest',
    test: SUITE[7]!,
    seed: 42,
    suite: SUITE,
    options,
    openedAtMs: 1_000,
    ...change,
  };
}

export function newTrial(
  seq: number,
  trial: Trial = trialOf({ tests: SUITE.slice(0, seq), watch: [SUITE[0]!] }),
): NewTrial {
  return {
    seq,
    key: `key-${seq}`,
    phase: 'confirm',
    doing: 'runs alone',
    result: {
      id: `t-${seq}`,
      trial,
      observations: [
        { test: SUITE[0]!, run: 0, outcome: 'failed', ms: 1.25, fingerprint: 'f-1', message: 'expected 1\n got 2' },
        { test: testId('not in the suite'), run: 0, outcome: 'missing', ms: null },
      ],
      tally: { ...NO_OUTCOMES, failed: 1, missing: 1 },
      ms: 12.5,
      atMs: seq * 100,
      ending: { code: null, signal: 'SIGKILL', timedOut: true },
      problems: ['no "done" in the stream'],
    },
    command: {
      argv: ['python', '-m', 'pytest'],
      env: { TZ: 'UTC', GONE: null },
      cwd: '/project',
      files: { 's.json': '{}' },
      reads: [],
    },
    output: { stdout: 'out\n'.repeat(1_000), stderr: 'ünd' },
  };
}

const diagnosis = { verdict: 'isolated', summary: 'it is the banner' } as Diagnosis;
const verification = { verdict: 'fixed', summary: 'passed 96/96' } as Verification;
const findings = { searched: 'victim', order: { kind: 'culprits' } } as CaseFindings;

export function storeContract({ name, place }: StoreArm): void {
  describe(`the ${name} store`, () => {
    let spot: Awaited<ReturnType<StoreArm['place']>>;
    let store: Store;
    beforeEach(async () => {
      spot = await place();
      store = await spot.open();
    });
    afterEach(async () => {
      await store.close();
      await spot.remove();
    });
    const reopen = async () => {
      await store.close();
      store = await spot.open();
    };

    test('keeps a case with its suite and options', async () => {
      const { id } = await store.openCase(newCase(), random(1));
      expect(id).toMatch(/^c-[2-9a-hj-km-np-z]{6}$/);
      await reopen();
      expect(await store.findCase(id)).toEqual({
        ...newCase(),
        id,
        closedAtMs: null,
        verdict: null,
        trials: 0,
        closing: null,
      });
    });

    test('gives each case an id of its own, also when the random numbers are the same', async () => {
      const opened = [1, 2, 3].map(() => store.openCase(newCase(), random(1)));
      const ids = (await Promise.all(opened)).map(({ id }) => id);
      expect(new Set(ids).size).toBe(3);
    });

    test('gives a recorded trial back for replay and in full', async () => {
      const { id } = await store.openCase(newCase(), random(1));
      const trial = newTrial(3);
      await store.appendTrial(id, trial);
      await reopen();
      const { id: _id, trial: _trial, ...seen } = trial.result;
      expect(await store.recordedTrial(id, 3)).toEqual({ key: 'key-3', ...seen });
      const { key: _key, ...full } = trial;
      expect(await store.trial(id, 3)).toEqual(full);
      expect(await store.recordedTrial(id, 2)).toBeUndefined();
      expect(await store.trial(id, 4)).toBeUndefined();
    });

    test('keeps selections in any order, with repetitions and with tests that the suite does not list', async () => {
      const { id } = await store.openCase(newCase(), random(1));
      const tests = [SUITE[9]!, SUITE[3]!, SUITE[4]!, testId('a stranger, 1-2'), SUITE[9]!, ...SUITE];
      const trial = trialOf({
        tests,
        watch: 'all',
        conditions: { tz: 'UTC' },
        repeat: 2,
        exclusive: true,
        mode: 'plain',
      });
      await store.appendTrial(id, newTrial(1, trial));
      await reopen();
      expect((await store.trial(id, 1))?.result.trial).toEqual(trial);
      expect((await store.trials(id))[0]).toMatchObject({
        tests: tests.length,
        conditions: { tz: 'UTC' },
        repeat: 2,
        mode: 'plain',
      });
    });

    test('lists trials by number, whatever order they ended in', async () => {
      const { id } = await store.openCase(newCase(), random(1));
      for (const seq of [2, 5, 1]) await store.appendTrial(id, newTrial(seq));
      expect((await store.trials(id)).map(({ seq, phase, result }) => [seq, phase, result.id])).toEqual([
        [1, 'confirm', 't-1'],
        [2, 'confirm', 't-2'],
        [5, 'confirm', 't-5'],
      ]);
      expect((await store.findCase(id)).trials).toBe(3);
    });

    test('refuses to record a number twice', async () => {
      const { id } = await store.openCase(newCase(), random(1));
      await store.appendTrial(id, newTrial(1));
      await expect(store.appendTrial(id, newTrial(1))).rejects.toThrow();
      expect((await store.findCase(id)).trials).toBe(1);
    });

    test('drops the trials of one case from a number on, which can then be recorded again', async () => {
      const [{ id }, other] = [await store.openCase(newCase(), random(1)), await store.openCase(newCase(), random(2))];
      for (const seq of [1, 2, 5]) await store.appendTrial(id, newTrial(seq));
      await store.appendTrial(other.id, newTrial(2));
      await store.dropTrials(id, 2);
      expect((await store.trials(id)).map(({ seq }) => seq)).toEqual([1]);
      expect((await store.findCase(other.id)).trials).toBe(1);
      await store.appendTrial(id, newTrial(2));
      expect(await store.recordedTrial(id, 2)).toBeDefined();
    });

    test('closes a case with its diagnosis and findings', async () => {
      const { id } = await store.openCase(newCase(), random(1));
      await store.closeCase(id, { diagnosis, findings }, 9_000);
      await reopen();
      expect(await store.findCase(id)).toMatchObject({
        closedAtMs: 9_000,
        verdict: 'isolated',
        closing: { diagnosis, findings },
      });
    });

    test('keeps what the detectors said of a trial, and nothing where they said nothing', async () => {
      const { id } = await store.openCase(newCase(), random(1));
      const detected = [{ detector: 'data-race', says: 'two writes', where: 'a.go:1', test: SUITE[0]! }] as const;
      const plain = newTrial(1);
      await store.appendTrial(id, { ...plain, result: { ...plain.result, detected, problems: ['x'] } });
      await store.appendTrial(id, newTrial(2));
      await reopen();
      expect(await store.recordedTrial(id, 1)).toMatchObject({ detected, problems: ['x'] });
      expect(await store.recordedTrial(id, 2)).not.toHaveProperty('detected');
    });

    test('keeps which share of the CPU time the host took during a trial, and nothing where it took none', async () => {
      const { id } = await store.openCase(newCase(), random(1));
      const plain = newTrial(1);
      await store.appendTrial(id, { ...plain, result: { ...plain.result, stolen: 0.41 } });
      await store.appendTrial(id, newTrial(2));
      await reopen();
      expect(await store.recordedTrial(id, 1)).toMatchObject({ stolen: 0.41, problems: plain.result.problems });
      expect(await store.recordedTrial(id, 2)).not.toHaveProperty('stolen');
    });

    test('finds a case by a prefix of its id, with or without `c-`, and the latest', async () => {
      const first = (await store.openCase(newCase({ openedAtMs: 1 }), random(1))).id;
      const second = (await store.openCase(newCase({ openedAtMs: 2 }), random(2))).id;
      expect((await store.findCase(first.slice(0, 5))).id).toBe(first);
      expect((await store.findCase(second.slice(2))).id).toBe(second);
      expect((await store.findCase('latest')).id).toBe(second);
      expect((await store.cases()).map(({ id }) => id)).toEqual([second, first]);
    });

    test('reports a name that matches no case or several', async () => {
      await expect(store.findCase('latest')).rejects.toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
      const opened = [1, 2].map((seed) => store.openCase(newCase(), random(seed)));
      const ids = (await Promise.all(opened)).map(({ id }) => id);
      const several = expect.objectContaining({ code: 'UNKNOWN_CASE', details: { case: 'c-', matches: ids.sort() } });
      await expect(store.findCase('c-')).rejects.toThrow(several);
      await expect(store.findCase('c-zzzzzz')).rejects.toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
      await expect(store.findCase('%')).rejects.toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
    });

    test('lists cases with the cause that was proved, and with none while they are open', async () => {
      const closed = (await store.openCase(newCase({ openedAtMs: 1 }), random(1))).id;
      const blocked = (await store.openCase(newCase({ openedAtMs: 2 }), random(2))).id;
      const open = (await store.openCase(newCase({ openedAtMs: 3 }), random(3))).id;
      const cause = { family: 'ordering', kind: 'victim' } as const;
      const proved = { ...diagnosis, cause: { ...cause, confidence: 0.99 } } as Diagnosis;
      await store.closeCase(closed, { diagnosis: proved, findings }, 9_000);
      await store.closeCase(blocked, { diagnosis: { ...diagnosis, cause: null }, findings }, 9_000);
      await reopen();
      expect(await store.cases()).toMatchObject([
        { id: open, verdict: null, cause: null },
        { id: blocked, cause: null, closedAtMs: 9_000 },
        { id: closed, cause, verdict: 'isolated', closedAtMs: 9_000, trials: 0 },
      ]);
      await store.resumeCase(closed);
      expect((await store.cases()).at(-1)).toMatchObject({ id: closed, verdict: null, cause: null });
    });

    test('lists hunts and certifications with how many tests they have and how many flaky ones they found', async () => {
      const { test: _test, ...hunt } = newCase();
      const found = (await store.openHunt({ ...hunt, openedAtMs: 1 }, random(1))).id;
      const certified = (await store.openCertification({ ...hunt, openedAtMs: 2 }, random(2))).id;
      const open = (await store.openHunt({ ...hunt, openedAtMs: 3 }, random(3))).id;
      await store.closeHunt(found, { flaky: [{}, {}] } as unknown as HuntResult, 9_000);
      const certificates = ['flaky', 'certified', 'flaky', 'flaky'].map((status) => ({ status }));
      await store.closeCertification(certified, { certificates } as unknown as CertifyResult, 9_500);
      await reopen();
      const { root: _root, suite, options: _options, openedAtMs: _at, ...same } = hunt;
      expect(await store.hunts(10)).toEqual([
        {
          ...same,
          id: open,
          kind: 'hunt',
          openedAtMs: 3,
          closedAtMs: null,
          tests: suite.length,
          trials: 0,
          flaky: null,
        },
        {
          ...same,
          ...{ id: certified, kind: 'certification', openedAtMs: 2, closedAtMs: 9_500 },
          ...{ tests: suite.length, trials: 0, flaky: 3 },
        },
        {
          ...same,
          id: found,
          kind: 'hunt',
          openedAtMs: 1,
          closedAtMs: 9_000,
          tests: suite.length,
          trials: 0,
          flaky: 2,
        },
      ]);
    });

    test('a case that another process holds cannot be opened', async () => {
      const { id } = await store.openCase(newCase(), random(1));
      const other = await spot.open();
      await expect(other.resumeCase(id)).rejects.toThrow(expect.objectContaining({ code: 'CASE_BUSY' }));
      await store.releaseCase(id);
      expect((await other.resumeCase(id)).suite).toEqual(SUITE);
      await expect(store.resumeCase(id)).rejects.toThrow(expect.objectContaining({ code: 'CASE_BUSY' }));
      await other.close();
    });

    test('a closed case can be reopened', async () => {
      const { id } = await store.openCase(newCase(), random(1));
      await store.appendTrial(id, newTrial(1));
      await store.closeCase(id, { diagnosis, findings }, 9_000);
      expect(await store.resumeCase(id)).toMatchObject({ closedAtMs: null, verdict: null, trials: 1 });
      await store.appendTrial(id, newTrial(2));
      expect((await store.findCase(id)).trials).toBe(2);
    });

    describe('with verifications', () => {
      const opened = (caseId: string) =>
        store.verifications.open({ caseId, seed: 5, suite: SUITE, options: { after: 'HEAD' }, openedAtMs: 2_000 });

      test('numbers them within their case and keeps them with their results', async () => {
        const [{ id }, other] = [
          await store.openCase(newCase(), random(1)),
          await store.openCase(newCase(), random(2)),
        ];
        const [first, second, foreign] = [await opened(id), await opened(id), await opened(other.id)];
        expect([first.id, second.id, foreign.id]).toEqual([`${id}-v1`, `${id}-v2`, `${other.id}-v1`]);
        await store.verifications.finish(second.id, verification, 9_000);
        await reopen();
        expect(await store.verifications.of(id)).toEqual([
          { ...first, trials: 0, closedAtMs: null, result: null },
          { ...second, trials: 0, closedAtMs: 9_000, result: verification },
        ]);
      });

      test('keeps their trials apart from those of the case, and gives them back for replay', async () => {
        const { id } = await store.openCase(newCase(), random(1));
        const log = await store.verifications.trialLog((await opened(id)).id);
        await store.appendTrial(id, newTrial(1));
        await log.append(newTrial(1));
        await log.append(newTrial(2));
        await reopen();
        const again = await store.verifications.trialLog(`${id}-v1`);
        const { id: _id, trial: _trial, ...seen } = newTrial(2).result;
        expect(await again.recorded(2)).toEqual({ key: 'key-2', ...seen });
        expect((await again.trials()).map(({ seq }) => seq)).toEqual([1, 2]);
        await again.drop(2);
        expect(await again.recorded(2)).toBeUndefined();
        expect([(await store.findCase(id)).trials, (await store.verifications.of(id))[0]?.trials]).toEqual([1, 1]);
      });

      test('lets one process have one at a time', async () => {
        const { id } = await opened((await store.openCase(newCase(), random(1))).id);
        const busy = expect.objectContaining({ code: 'CASE_BUSY' });
        await expect(store.verifications.resume(id)).rejects.toThrow(busy);
        await store.verifications.release(id);
        expect((await store.verifications.resume(id)).suite).toEqual(SUITE);
        await expect(store.verifications.trialLog('c-zzzzzz-v1')).rejects.toThrow(
          expect.objectContaining({ code: 'UNKNOWN_CASE' }),
        );
      });
    });

    test('keeps a hunt like a case, apart from the cases', async () => {
      const { test: _test, ...newHunt } = newCase();
      const { id } = await store.openHunt(newHunt, random(1));
      const caseId = (await store.openCase(newCase(), random(2))).id;
      expect(id).toMatch(/^h-/);
      await store.appendTrial(id, newTrial(1));
      const other = await spot.open();
      await expect(other.resumeHunt(id)).rejects.toThrow(expect.objectContaining({ code: 'CASE_BUSY' }));
      await other.close();
      const result = { huntId: id, flaky: [] } as unknown as HuntResult;
      await store.closeHunt(id, result, 9_000);
      await reopen();
      expect(await store.findHunt('latest')).toMatchObject({ id, suite: SUITE, trials: 1, closedAtMs: 9_000, result });
      expect((await store.findHunt(id.slice(0, 5))).id).toBe(id);
      expect((await store.cases()).map((one) => one.id)).toEqual([caseId]);
      await expect(store.findCase(id)).rejects.toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
      await expect(store.findHunt(caseId)).rejects.toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
      expect(await store.resumeHunt(id)).toMatchObject({ closedAtMs: null, result: null, trials: 1 });
    });

    test('keeps a certification like a hunt, apart from hunts and cases', async () => {
      const { test: _test, ...newOne } = newCase();
      const { id } = await store.openCertification(newOne, random(1));
      const huntId = (await store.openHunt(newOne, random(2))).id;
      expect(id).toMatch(/^cert-/);
      await store.appendTrial(id, newTrial(1));
      const other = await spot.open();
      await expect(other.resumeCertification(id)).rejects.toThrow(expect.objectContaining({ code: 'CASE_BUSY' }));
      await other.close();
      const result = { certificationId: id, certificates: [] } as unknown as CertifyResult;
      await store.closeCertification(id, result, 9_000);
      await reopen();
      expect(await store.findCertification('latest')).toMatchObject({
        id,
        suite: SUITE,
        trials: 1,
        closedAtMs: 9_000,
        result,
      });
      expect((await store.findCertification(id.slice(5, 9))).id).toBe(id);
      expect((await store.findHunt('latest')).id).toBe(huntId);
      expect((await store.hunts(10)).map((one) => one.id).sort()).toEqual([id, huntId].sort());
      expect(await store.hunts(1)).toHaveLength(1);
      expect(await store.cases()).toEqual([]);
      await expect(store.findCase(id)).rejects.toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
      await expect(store.findHunt(id)).rejects.toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
      await expect(store.findCertification(huntId)).rejects.toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
      expect(await store.resumeCertification(id)).toMatchObject({ closedAtMs: null, result: null, trials: 1 });
    });

    test('cases do not see each other’s trials', async () => {
      const first = (await store.openCase(newCase(), random(1))).id;
      const second = (await store.openCase(newCase({ suite: SUITE.slice(10) }), random(2))).id;
      await store.appendTrial(first, newTrial(1));
      const late = trialOf({ tests: SUITE.slice(12, 14) });
      await store.appendTrial(second, newTrial(1, late));
      expect((await store.trial(first, 1))?.result.trial.tests).toEqual(SUITE.slice(0, 1));
      expect((await store.trial(second, 1))?.result.trial.tests).toEqual(late.tests);
    });
  });
}
