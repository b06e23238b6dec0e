/** An arm whose rounds do not fit into the budget: it does not keep the hunt open, and the result says what it would need. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failsUnder, hunted } from './hunting.ts';

/** The tests of a busy suite take 3 s, and at a tenth of the CPU time 30 s. */
const BUSY_MS = 100;
const busy = (budgetMs: number, rules: Parameters<typeof hunted>[0] = {}) =>
  hunted(rules, { budgetMs, firstBudgetMs: budgetMs }, {}, BUSY_MS, true);

const armsOf = ({ finding }: ReturnType<typeof hunted>) => new Set(finding.rounds.map(({ arm }) => arm));
const spentMs = ({ finding }: ReturnType<typeof hunted>) => finding.record.seen.at(-1)!.atMs;
const whyNot = ({ finding }: ReturnType<typeof hunted>, arm: string) =>
  finding.notTried.find(({ what }) => what.startsWith(`${arm}:`))?.why;

test('a hunt ends when the rounds that fit have found nothing, and says what the round that does not fit would need', () => {
  const found = busy(250_000);
  expect(found.finding.ended).toBe('done');
  expect(armsOf(found)).not.toContain('cpu 0.1');
  expect(whyNot(found, 'cpu 0.1')).toBe(
    'a round may take 30 s, more than 10 % of the budget; `--minutes 6` gives it time',
  );
  expect(found.finding.minutesLacking).toBe(6);
  // Tests that fail at a tenth of the CPU time are found in so many minutes.
  const enough = busy(6 * 60_000 - 5_000, { 'b.py::t4': failsUnder('cpu', '0.1') });
  expect(enough.finding.flaky.map(({ test: id }) => id)).toEqual(['b.py::t4']);
  expect(enough.finding.minutesLacking).toBeNull();
});

test('it costs the first rounds of the other arms, and nothing else', () => {
  const without = busy(250_000);
  const whole = busy(600_000);
  expect(armsOf(whole)).toContain('cpu 0.1');
  expect(without.finding.rounds.length).toBe(whole.finding.rounds.length - 1);
  expect(spentMs(without)).toBeLessThan(spentMs(whole) - 10 * BUSY_MS * 30 + 1_000);
});

test('a round that may take longer than what is left has its own reason', () => {
  // Each test twice, alone, may take three times as long as the suite; after one order and its reverse less is left.
  const found = busy(13_000);
  expect(armsOf(found)).not.toContain('each test twice, alone');
  expect(whyNot(found, 'each test twice, alone')).toBe('the budget was spent; `--minutes 1` gives it time');
});

test('rounds on some files foretell what all files take with less CPU time', () => {
  // Four times 3 s do not fit when the slow round is due, so that some files run; what they take is no round of the suite.
  const found = busy(31_000);
  const slow = found.ran.filter(({ conditions }) => conditions.cpu === '0.25');
  expect(slow.length).toBeGreaterThan(0);
  expect(slow.every(({ tests }) => tests.length < 30)).toBe(true);
  expect(armsOf(found)).not.toContain('cpu 0.1');
  expect(whyNot(found, 'cpu 0.1')).toMatch(/^a round may take 29 s, more than 10 % of the budget/);
});

test('whatever a suite takes and a budget allows, a healthy one costs each arm its first rounds and a few quiet ones', () => {
  const arms = ['suite order', 'reversed', 'shuffled', 'each test twice, alone', 'other settings', 'cpu 0.25'];
  const more = ['pairs in one process', '3 copies', '2 workers', 'cpu 0.1', 'each file alone'];
  // Two runs, the reverse, two shuffles, eleven dates and one of each other.
  const first = 2 + 1 + 2 + 11 + 9;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 6, max: 150 }),
      fc.boolean(),
      (ms, runs, isBusy) => {
        const budgetMs = runs * (50 + 30 * ms);
        const found = hunted({}, { budgetMs, firstBudgetMs: budgetMs, circuitMs: budgetMs / 10 }, {}, ms, isBusy);
        expect(found.finding.rounds.length).toBeLessThanOrEqual(first + 6);
        const ran = armsOf(found);
        for (const arm of [...arms, ...more]) if (!ran.has(arm)) expect(whyNot(found, arm)).toContain('`--minutes ');
      },
    ),
    { numRuns: 60 },
  );
});
