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
  readonly place: () => { readonly open: () => Store; readonly remove: () => void };
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
    let spot: ReturnType<StoreArm['place']>;
    let store: Store;
    beforeEach(() => {
      spot = place();
      store = spot.open();
    });
    afterEach(() => {
      store.close();
      spot.remove();
    });
    const reopen = () => {
      store.close();
      store = spot.open();
    };

    test('keeps a case with its suite and options', () => {
      const { id } = store.openCase(newCase(), random(1));
      expect(id).toMatch(/^c-[2-9a-hj-km-np-z]{6}$/);
      reopen();
      expect(store.findCase(id)).toEqual({
        ...newCase(),
        id,
        closedAtMs: null,
        verdict: null,
        trials: 0,
        closing: null,
      });
    });

    test('gives each case an id of its own, also when the random numbers are the same', () => {
      const ids = [1, 2, 3].map(() => store.openCase(newCase(), random(1)).id);
      expect(new Set(ids).size).toBe(3);
    });

    test('gives a recorded trial back for replay and in full', () => {
      const { id } = store.openCase(newCase(), random(1));
      const trial = newTrial(3);
      store.appendTrial(id, trial);
      reopen();
      const { id: _id, trial: _trial, ...seen } = trial.result;
      expect(store.recordedTrial(id, 3)).toEqual({ key: 'key-3', ...seen });
      const { key: _key, ...full } = trial;
      expect(store.trial(id, 3)).toEqual(full);
      expect(store.recordedTrial(id, 2)).toBeUndefined();
      expect(store.trial(id, 4)).toBeUndefined();
    });

    test('keeps selections in any order, with repetitions and with tests that the suite does not list', () => {
      const { id } = store.openCase(newCase(), random(1));
      const tests = [SUITE[9]!, SUITE[3]!, SUITE[4]!, testId('a stranger, 1-2'), SUITE[9]!, ...SUITE];
      const trial = trialOf({
        tests,
        watch: 'all',
        conditions: { tz: 'UTC' },
        repeat: 2,
        exclusive: true,
        mode: 'plain',
      });
      store.appendTrial(id, newTrial(1, trial));
      reopen();
      expect(store.trial(id, 1)?.result.trial).toEqual(trial);
      expect(store.trials(id)[0]).toMatchObject({
        tests: tests.length,
        conditions: { tz: 'UTC' },
        repeat: 2,
        mode: 'plain',
      });
    });

    test('lists trials by number, whatever order they ended in', () => {
      const { id } = store.openCase(newCase(), random(1));
      for (const seq of [2, 5, 1]) store.appendTrial(id, newTrial(seq));
      expect(store.trials(id).map(({ seq, phase, result }) => [seq, phase, result.id])).toEqual([
        [1, 'confirm', 't-1'],
        [2, 'confirm', 't-2'],
        [5, 'confirm', 't-5'],
      ]);
      expect(store.findCase(id).trials).toBe(3);
    });

    test('refuses to record a number twice', () => {
      const { id } = store.openCase(newCase(), random(1));
      store.appendTrial(id, newTrial(1));
      expect(() => store.appendTrial(id, newTrial(1))).toThrow();
      expect(store.findCase(id).trials).toBe(1);
    });

    test('drops the trials of one case from a number on, which can then be recorded again', () => {
      const [{ id }, other] = [store.openCase(newCase(), random(1)), store.openCase(newCase(), random(2))];
      for (const seq of [1, 2, 5]) store.appendTrial(id, newTrial(seq));
      store.appendTrial(other.id, newTrial(2));
      store.dropTrials(id, 2);
      expect(store.trials(id).map(({ seq }) => seq)).toEqual([1]);
      expect(store.findCase(other.id).trials).toBe(1);
      store.appendTrial(id, newTrial(2));
      expect(store.recordedTrial(id, 2)).toBeDefined();
    });

    test('closes a case with its diagnosis and findings', () => {
      const { id } = store.openCase(newCase(), random(1));
      store.closeCase(id, { diagnosis, findings }, 9_000);
      reopen();
      expect(store.findCase(id)).toMatchObject({
        closedAtMs: 9_000,
        verdict: 'isolated',
        closing: { diagnosis, findings },
      });
    });

    test('keeps what the detectors said of a trial, and nothing where they said nothing', () => {
      const { id } = store.openCase(newCase(), random(1));
      const detected = [{ detector: 'data-race', says: 'two writes', where: 'a.go:1', test: SUITE[0]! }] as const;
      const plain = newTrial(1);
      store.appendTrial(id, { ...plain, result: { ...plain.result, detected, problems: ['x'] } });
      store.appendTrial(id, newTrial(2));
      reopen();
      expect(store.recordedTrial(id, 1)).toMatchObject({ detected, problems: ['x'] });
      expect(store.recordedTrial(id, 2)).not.toHaveProperty('detected');
    });

    test('finds a case by a prefix of its id, with or without `c-`, and the latest', () => {
      const first = store.openCase(newCase({ openedAtMs: 1 }), random(1)).id;
      const second = store.openCase(newCase({ openedAtMs: 2 }), random(2)).id;
      expect(store.findCase(first.slice(0, 5)).id).toBe(first);
      expect(store.findCase(second.slice(2)).id).toBe(second);
      expect(store.findCase('latest').id).toBe(second);
      expect(store.cases().map(({ id }) => id)).toEqual([second, first]);
    });

    test('reports a name that matches no case or several', () => {
      expect(() => store.findCase('latest')).toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
      const ids = [1, 2].map((seed) => store.openCase(newCase(), random(seed)).id);
      const several = expect.objectContaining({ code: 'UNKNOWN_CASE', details: { case: 'c-', matches: ids.sort() } });
      expect(() => store.findCase('c-')).toThrow(several);
      expect(() => store.findCase('c-zzzzzz')).toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
      expect(() => store.findCase('%')).toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
    });

    test('a case that another process holds cannot be opened', () => {
      const { id } = store.openCase(newCase(), random(1));
      const other = spot.open();
      expect(() => other.resumeCase(id)).toThrow(expect.objectContaining({ code: 'CASE_BUSY' }));
      store.releaseCase(id);
      expect(other.resumeCase(id).suite).toEqual(SUITE);
      expect(() => store.resumeCase(id)).toThrow(expect.objectContaining({ code: 'CASE_BUSY' }));
      other.close();
    });

    test('a closed case can be reopened', () => {
      const { id } = store.openCase(newCase(), random(1));
      store.appendTrial(id, newTrial(1));
      store.closeCase(id, { diagnosis, findings }, 9_000);
      expect(store.resumeCase(id)).toMatchObject({ closedAtMs: null, verdict: null, trials: 1 });
      store.appendTrial(id, newTrial(2));
      expect(store.findCase(id).trials).toBe(2);
    });

    describe('with verifications', () => {
      const opened = (caseId: string) =>
        store.verifications.open({ caseId, seed: 5, suite: SUITE, options: { after: 'HEAD' }, openedAtMs: 2_000 });

      test('numbers them within their case and keeps them with their results', () => {
        const [{ id }, other] = [store.openCase(newCase(), random(1)), store.openCase(newCase(), random(2))];
        const [first, second, foreign] = [opened(id), opened(id), opened(other.id)];
        expect([first.id, second.id, foreign.id]).toEqual([`${id}-v1`, `${id}-v2`, `${other.id}-v1`]);
        store.verifications.finish(second.id, verification, 9_000);
        reopen();
        expect(store.verifications.of(id)).toEqual([
          { ...first, trials: 0, closedAtMs: null, result: null },
          { ...second, trials: 0, closedAtMs: 9_000, result: verification },
        ]);
      });

      test('keeps their trials apart from those of the case, and gives them back for replay', () => {
        const { id } = store.openCase(newCase(), random(1));
        const log = store.verifications.trialLog(opened(id).id);
        store.appendTrial(id, newTrial(1));
        log.append(newTrial(1));
        log.append(newTrial(2));
        reopen();
        const again = store.verifications.trialLog(`${id}-v1`);
        const { id: _id, trial: _trial, ...seen } = newTrial(2).result;
        expect(again.recorded(2)).toEqual({ key: 'key-2', ...seen });
        expect(again.trials().map(({ seq }) => seq)).toEqual([1, 2]);
        again.drop(2);
        expect(again.recorded(2)).toBeUndefined();
        expect([store.findCase(id).trials, store.verifications.of(id)[0]?.trials]).toEqual([1, 1]);
      });

      test('lets one process have one at a time', () => {
        const { id } = opened(store.openCase(newCase(), random(1)).id);
        const busy = expect.objectContaining({ code: 'CASE_BUSY' });
        expect(() => store.verifications.resume(id)).toThrow(busy);
        store.verifications.release(id);
        expect(store.verifications.resume(id).suite).toEqual(SUITE);
        expect(() => store.verifications.trialLog('c-zzzzzz-v1')).toThrow(
          expect.objectContaining({ code: 'UNKNOWN_CASE' }),
        );
      });
    });

    test('keeps a hunt like a case, apart from the cases', () => {
      const { test: _test, ...newHunt } = newCase();
      const { id } = store.openHunt(newHunt, random(1));
      const caseId = store.openCase(newCase(), random(2)).id;
      expect(id).toMatch(/^h-/);
      store.appendTrial(id, newTrial(1));
      expect(() => spot.open().resumeHunt(id)).toThrow(expect.objectContaining({ code: 'CASE_BUSY' }));
      const result = { huntId: id, flaky: [] } as unknown as HuntResult;
      store.closeHunt(id, result, 9_000);
      reopen();
      expect(store.findHunt('latest')).toMatchObject({ id, suite: SUITE, trials: 1, closedAtMs: 9_000, result });
      expect(store.findHunt(id.slice(0, 5)).id).toBe(id);
      expect(store.cases().map((one) => one.id)).toEqual([caseId]);
      expect(() => store.findCase(id)).toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
      expect(() => store.findHunt(caseId)).toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
      expect(store.resumeHunt(id)).toMatchObject({ closedAtMs: null, result: null, trials: 1 });
    });

    test('keeps a certification like a hunt, apart from hunts and cases', () => {
      const { test: _test, ...newOne } = newCase();
      const { id } = store.openCertification(newOne, random(1));
      const huntId = store.openHunt(newOne, random(2)).id;
      expect(id).toMatch(/^cert-/);
      store.appendTrial(id, newTrial(1));
      expect(() => spot.open().resumeCertification(id)).toThrow(expect.objectContaining({ code: 'CASE_BUSY' }));
      const result = { certificationId: id, certificates: [] } as unknown as CertifyResult;
      store.closeCertification(id, result, 9_000);
      reopen();
      expect(store.findCertification('latest')).toMatchObject({
        id,
        suite: SUITE,
        trials: 1,
        closedAtMs: 9_000,
        result,
      });
      expect(store.findCertification(id.slice(5, 9)).id).toBe(id);
      expect(store.findHunt('latest').id).toBe(huntId);
      expect([...store.huntIds(10)].sort()).toEqual([id, huntId].sort());
      expect(store.huntIds(1)).toHaveLength(1);
      expect(store.cases()).toEqual([]);
      expect(() => store.findCase(id)).toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
      expect(() => store.findHunt(id)).toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
      expect(() => store.findCertification(huntId)).toThrow(expect.objectContaining({ code: 'UNKNOWN_CASE' }));
      expect(store.resumeCertification(id)).toMatchObject({ closedAtMs: null, result: null, trials: 1 });
    });

    test('cases do not see each other’s trials', () => {
      const first = store.openCase(newCase(), random(1)).id;
      const second = store.openCase(newCase({ suite: SUITE.slice(10) }), random(2)).id;
      store.appendTrial(first, newTrial(1));
      const late = trialOf({ tests: SUITE.slice(12, 14) });
      store.appendTrial(second, newTrial(1, late));
      expect(store.trial(first, 1)?.result.trial.tests).toEqual(SUITE.slice(0, 1));
      expect(store.trial(second, 1)?.result.trial.tests).toEqual(late.tests);
    });
  });
}
