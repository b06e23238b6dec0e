/** What recorded runs add to a report: the failure rate at each state of a place, what a class costs now, and what it may cost later. */
import { expect, test } from 'vitest';
import type { HistoricCommit } from '../../../../src/contract/scan-report.ts';
import { impactNow, riskLater } from '../../../../src/scan/report/class-outlook.ts';
import { distinct } from '../../../../src/scan/report/distinct.ts';
import { historyStages } from '../../../../src/scan/report/history-stages.ts';
import { runsText } from '../../../../src/scan/report/recorded-runs.ts';
import type { CaseRuns, KnownTest } from '../../../../src/scan/report/report-input.ts';

const NONE = { failures: 0, runs: 0 };
const runsAt = (openedAtMs: number, failures: number, runs: number): CaseRuns => ({
  caseId: `c-${openedAtMs}`,
  openedAtMs,
  alone: { failures, runs },
  suite: NONE,
  part: NONE,
});
const commit = (hash: string, atMs: number, how: HistoricCommit['how'] = 'touched'): HistoricCommit => ({
  hash,
  date: '2025-03-01',
  atMs,
  subject: hash,
  how,
  before: null,
  after: null,
  diff: null,
});
const known = (runs: readonly CaseRuns[], kind: string | null = null): KnownTest => ({
  id: 'test_list',
  from: 'given',
  case:
    kind === null
      ? null
      : {
          caseId: 'c-1',
          verdict: 'isolated',
          cause: { family: 'external', kind } as never,
          summary: '',
          message: null,
        },
  runs,
});

test('runs are summed by arm, and arms without a run are left out', () => {
  expect(runsText([])).toBeNull();
  expect(runsText([runsAt(1, 1, 5), runsAt(2, 0, 5)])).toBe('failed in 1 of 10 runs alone');
  const suite = { failures: 3, runs: 10 };
  expect(runsText([{ ...runsAt(1, 0, 20), suite, part: { failures: 1, runs: 2 } }])).toBe(
    'failed in 0 of 20 runs alone, 3 of 10 in the suite and 1 of 2 in a part of it',
  );
});

test('a case counts for the state that was newest when it was opened', () => {
  const history = { commits: [commit('new', 200), commit('old', 100), commit('words', 150, 'named')], limit: null };
  const cases = [runsAt(50, 1, 1), runsAt(100, 8, 10), runsAt(199, 1, 10), runsAt(200, 0, 40)];
  expect(historyStages(history, cases)).toEqual([
    { commit: 'new', failures: 0, runs: 40 },
    { commit: 'old', failures: 9, runs: 20 },
    { commit: null, failures: 1, runs: 1 },
  ]);
  expect(historyStages(history, [])).toEqual([]);
});

test('what a class costs now follows from the tests that reach it', () => {
  const level = (...tests: readonly KnownTest[]) => impactNow({ kind: 'date' }, tests).level;
  expect(level()).toBe('low');
  expect(level(known([], 'date'))).toBe('high');
  expect(level(known([runsAt(1, 9, 10)], 'locale'))).toBe('low');
  expect(level(known([]))).toBe('medium');
  expect(level(known([runsAt(1, 0, 30)]))).toBe('low');
  expect(level(known([runsAt(1, 1, 30)]))).toBe('medium');
  expect(level(known([runsAt(1, 9, 30)]))).toBe('high');
});

test('what it may cost later follows from its rule, and is graver where half of all tests reach it', () => {
  expect(riskLater('note', { sure: 3, may: 0 }, 100)).toEqual({
    level: 'low',
    because: 'its rule is of severity note; 3 tests reach it',
  });
  expect(riskLater('note', { sure: 95, may: 1 }, 120).level).toBe('medium');
  expect(riskLater('warning', { sure: 20, may: 0 }, 100).level).toBe('medium');
  expect(riskLater('error', { sure: 95, may: 0 }, 100).level).toBe('high');
});

test('what was said before is dropped', () => {
  const said = { says: 'a', at: [{ file: 'x', line: 1 }] };
  expect(distinct([said, { ...said, at: [] }, { ...said }])).toEqual([said, { ...said, at: [] }]);
});
