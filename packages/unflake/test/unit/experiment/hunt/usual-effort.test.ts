/** A hunt that nobody told how long it may take, and rounds that fit into what is left. */
import { expect, test } from 'vitest';
import { failsAfter, failsUnder, hunted, needs, SUITE } from './hunting.ts';

const spentMs = ({ rounds }: ReturnType<typeof hunted>['finding']) => rounds.reduce((sum, { ms }) => sum + ms, 0);

test('where starts take most of the time, rounds without a limit take about as long as sixteen runs of the suite', () => {
  // A start of 50 ms and 30 tests of 1 ms.
  const { finding } = hunted({ 'a.py::t2': failsAfter('c.py::t5') }, { usualEffort: 'limits' });
  expect(spentMs(finding)).toBeLessThanOrEqual(16 * 80);
  expect(spentMs(finding)).toBeGreaterThan(12 * 80);
  expect(finding).toMatchObject({ ended: 'done', isEffortSpent: true, flaky: [{ kind: 'victim' }] });
  const settings = finding.notTried.find(({ what }) => what.startsWith('other settings'));
  expect(settings?.why).toContain('`--minutes`');
});

test('the orders come first, then every arm that fits gets a round', () => {
  const { finding } = hunted({}, { usualEffort: 'limits' });
  const arms = finding.rounds.map(({ arm }) => arm);
  expect(arms.slice(0, 4)).toEqual(['suite order', 'reversed', 'shuffled', 'each test twice, alone']);
  for (const arm of ['pairs in one process', 'other settings', '3 copies', 'each file alone'])
    expect(arms).toContain(arm);
});

test('a suite whose tests take long gets the same rounds as with a limit', () => {
  const rules = { 'c.py::t2': failsUnder('date', '2024-02-29T12:00:00') };
  const told = hunted(rules, {}, {}, 100);
  const untold = hunted(rules, { usualEffort: 'limits' }, {}, 100);
  const arms = ({ finding }: typeof told) => finding.rounds.map(({ arm }) => arm).toSorted();
  expect(arms(untold)).toEqual(arms(told));
  expect(untold.finding.isEffortSpent).toBe(false);
});

test('more time lifts the limit, and no trial before it is another one', () => {
  const rules = { 'a.py::t2': failsAfter('c.py::t5'), 'b.py::t4': needs('a.py::t1') };
  const before = hunted(rules, { usualEffort: 'limits' });
  const after = hunted(rules, { usualEffort: 'lifted' });
  expect(after.ran.slice(0, before.ran.length)).toEqual(before.ran);
  expect(after.finding.rounds.filter(({ arm }) => arm === 'other settings')).toHaveLength(11);
  expect(after.finding.isEffortSpent).toBe(false);
});

test('where a slow round of the whole suite may not fit, some files run slowly, and the result says how many tests did not', () => {
  // A run of the suite takes 3 s, and about ten are left when the slow round is due: four times 3 s do not fit.
  const limits = { budgetMs: 31_000, firstBudgetMs: 31_000 };
  const { finding, ran } = hunted({}, limits, {}, 100);
  const slow = ran.filter(({ conditions }) => conditions.cpu === '0.25');
  expect(slow.length).toBeGreaterThan(0);
  const tests = new Set(slow.flatMap((trial) => trial.tests));
  expect(tests.size).toBeLessThan(SUITE.length);
  const left = SUITE.length - tests.size;
  expect(finding.notTried).toContainEqual({ what: `cpu 0.25: ${left} tests`, why: 'the budget was spent' });
  expect(finding.bounds.map(({ arm }) => arm)).not.toContain('cpu 0.25');
});
