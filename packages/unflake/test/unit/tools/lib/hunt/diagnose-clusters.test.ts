import { expect, test } from 'vitest';
import type { Diagnosis } from '../../../../../src/contract/diagnosis.ts';
import type { FlakyTest, HuntResult } from '../../../../../src/contract/hunt.ts';
import { type TestId, testId } from '../../../../../src/contract/test-id.ts';
import { diagnoseClusters, explainedTests } from '../../../../../src/tools/lib/hunt/diagnose-clusters.ts';

const [a, b, c, polluter] = ['a', 'b', 'c', 'polluter'].map(testId) as [TestId, TestId, TestId, TestId];
const victim = (test: TestId, after: readonly TestId[]): FlakyTest => flaky(test, { kind: 'victim', after });
const isolated = { verdict: 'isolated', test: a, polluters: [[polluter]], factor: null } as const;

function flaky(test: TestId, more: Partial<FlakyTest>): FlakyTest {
  const reproduce = { fails: 'false', confirmed: true };
  const counts = { arm: 'alone', arms: [], fingerprints: [], message: null, reproduce, cluster: 'k-1', caseId: null };
  return { test, place: null, kind: null, after: [], conditions: {}, ...counts, ...more };
}

function hunt(tests: readonly FlakyTest[], groups: readonly (readonly TestId[])[]): HuntResult {
  const none = { why: 'fail together', source: null, caseId: null, verdict: null, explains: null };
  const clusters = groups.map((own, at) => ({ id: `k-${at}`, tests: own, representative: own[0]!, ...none }));
  return { flaky: tests, clusters, notTried: [] } as unknown as HuntResult;
}

test('a proved polluter explains the tests that failed again after it, and no others', () => {
  const tests = [victim(a, [polluter]), victim(b, [polluter]), victim(c, [polluter, b])];
  expect(explainedTests(isolated, tests, { tests: [a, b, c] })).toEqual([a, b]);
  expect(explainedTests({ ...isolated, verdict: 'narrowed' }, tests, { tests: [a, b] })).toBeNull();
});

test('a proved setting explains the tests that failed again at one of its failing values', () => {
  const factor = { knob: 'tz', failing: ['Asia/Kathmandu'], passing: ['UTC'] };
  const tests = [
    flaky(a, { conditions: { tz: 'Asia/Kathmandu' } }),
    flaky(b, { conditions: { tz: 'Asia/Kathmandu' } }),
    flaky(c, { conditions: { tz: 'Pacific/Kiritimati' } }),
  ];
  expect(explainedTests({ ...isolated, polluters: [], factor }, tests, { tests: [a, b, c] })).toEqual([a, b]);
});

test('a case is opened for one test of each cluster while there is time, and the rest is said', async () => {
  const asked: [TestId, number][] = [];
  const times = [3, 1, 0.1];
  const found = await diagnoseClusters(hunt([victim(a, [polluter]), victim(b, []), victim(c, [])], [[a], [b], [c]]), {
    minutesLeft: () => times.shift()!,
    signal: new AbortController().signal,
    diagnose: async (test, minutes) => {
      asked.push([test, minutes]);
      return { ...isolated, test, caseId: `c-${test}` } as unknown as Diagnosis;
    },
  });
  expect(asked).toEqual([
    [a, 3],
    [b, 1],
  ]);
  expect(found.clusters.map(({ caseId, explains }) => [caseId, explains])).toEqual([
    ['c-a', [a]],
    ['c-b', [b]],
    [null, null],
  ]);
  expect(found.flaky.map(({ caseId }) => caseId)).toEqual(['c-a', 'c-b', null]);
  expect(found.notTried).toEqual([{ what: 'diagnosing 1 of 3 clusters', why: 'the budget was spent' }]);
});
