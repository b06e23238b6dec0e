import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure } from '../../../../src/contract/outcome.ts';
import { testId } from '../../../../src/contract/test-id.ts';
import type { FakeTest } from '../../../fake-hunt-suite.ts';
import { PYTEST_LIKE } from '../diagnose/diagnose-options.ts';
import { failsAfter, failsSometimes, failsUnder, hunted, needs, SUITE } from './hunting.ts';

const kinds = (finding: ReturnType<typeof hunted>['finding']) =>
  Object.fromEntries(finding.flaky.map(({ test: id, kind }) => [id, kind]));

test('finds a victim whose polluter runs after it in the suite, and the polluter', () => {
  const { finding } = hunted({ 'a.py::t2': failsAfter('c.py::t5') });
  expect(kinds(finding)).toEqual({ 'a.py::t2': 'victim' });
  expect(finding.flaky[0]!.failing.before).toEqual(['c.py::t5']);
});

test('finds tests that need another, that cannot run twice, and that depend on a setting', () => {
  const { finding } = hunted({
    'b.py::t4': needs('a.py::t1'),
    'b.py::t5': ({ before }) => (before.includes(testId('b.py::t5')) ? 'failed' : 'passed'),
    'c.py::t1': failsUnder('tz', 'Asia/Kathmandu'),
    'c.py::t2': failsUnder('date', '2024-02-29T12:00:00'),
    'c.py::t3': failsUnder('cpu', '0.25'),
    'c.py::t4': failsUnder('copies', '3'),
  });
  expect(kinds(finding)).toEqual({
    'b.py::t4': 'brittle',
    'b.py::t5': 'self-polluter',
    'c.py::t1': 'time-zone',
    'c.py::t2': 'date',
    'c.py::t3': 'short-wait',
    'c.py::t4': 'parallel-collision',
  });
  expect(finding.flaky.find(({ test: id }) => id === 'c.py::t1')!.failing.conditions).toEqual({ tz: 'Asia/Kathmandu' });
});

test('a test that fails now and then is flaky without a kind, and no failure is left out of its counts', () => {
  const { finding, results } = hunted({ 'b.py::t4': failsSometimes(0.4) }, {}, { seed: 4 });
  expect(kinds(finding)).toEqual({ 'b.py::t4': null });
  const id = testId('b.py::t4');
  const failures = results
    .flatMap(({ observations }) => observations)
    .filter((one) => one.test === id && isFailure(one.outcome));
  expect(finding.record.total(id).failures).toBe(failures.length);
});

test('a test that always fails is broken, not flaky, and so is what its set-up takes down', () => {
  const { finding } = hunted({ 'a.py::t2': () => 'failed', 'b.py::t0': () => 'errored', 'b.py::t1': () => 'errored' });
  expect(finding.flaky).toEqual([]);
  expect(finding.broken).toEqual([
    { test: 'a.py::t2', takesDown: [] },
    { test: 'b.py::t0', takesDown: ['b.py::t1'] },
  ]);
});

test('finds a victim of a polluter right before it that a third test cleans up after', () => {
  const { finding } = hunted({
    'b.py::t5': ({ before }) => {
      const cleaned = before.lastIndexOf(testId('b.py::t4'));
      return before.lastIndexOf(testId('b.py::t3')) > cleaned ? 'failed' : 'passed';
    },
  });
  expect(kinds(finding)).toEqual({ 'b.py::t5': 'victim' });
  expect(finding.flaky[0]!.failing.before).toEqual(['b.py::t3']);
});

test('finds the victims of one polluter that most other tests clean up after', () => {
  const polluter = testId('c.py::t9');
  const cleaners = SUITE.filter((one) => !one.startsWith('b.py') && one !== polluter);
  const polluted: FakeTest['does'] = ({ before }) => {
    const last = Math.max(...cleaners.map((cleaner) => before.lastIndexOf(cleaner)));
    return before.lastIndexOf(polluter) > last ? 'failed' : 'passed';
  };
  const victims = ['b.py::t1', 'b.py::t4', 'b.py::t8'];
  const { finding } = hunted(Object.fromEntries(victims.map((one) => [one, polluted])));
  expect(kinds(finding)).toEqual(Object.fromEntries(victims.map((one) => [one, 'victim'])));
  for (const { failing } of finding.flaky) expect(failing.before).toEqual([polluter]);
});

test('finds a polluter whose trace lasts until one of few cleaners runs, where only a circuit shows it', () => {
  const [polluter, victim] = [testId('c.py::t3'), testId('b.py::t4')];
  const cleaners = SUITE.filter((one) => /t[0189]$/.test(one));
  const { finding } = hunted({
    [victim]: ({ before }) => {
      const cleaned = Math.max(...cleaners.map((cleaner) => before.lastIndexOf(cleaner)));
      const isOneOrder = before.length > 5 && before.length <= SUITE.length;
      return !isOneOrder && before.lastIndexOf(polluter) > cleaned ? 'failed' : 'passed';
    },
  });
  expect(kinds(finding)).toEqual({ [victim]: 'victim' });
  expect(finding.flaky[0]!.failing.before).toEqual([polluter]);
});

test('a test that fails only after a broken one is attributed to it', () => {
  const { finding } = hunted({ 'a.py::t2': () => 'failed', 'b.py::t4': failsAfter('a.py::t2') });
  expect(finding.flaky).toEqual([]);
  expect(finding.broken).toEqual([{ test: 'a.py::t2', takesDown: ['b.py::t4'] }]);
});

test('a test that fails after a broken one and after a healthy one is flaky, and the healthy one is its polluter', () => {
  const polluters = ['a.py::t2', 'a.py::t7', 'a.py::t9'].map(testId);
  const cleaners = SUITE.filter((one) => !one.startsWith('a.py'));
  const victim: FakeTest['does'] = ({ before }) => {
    const cleaned = Math.max(...cleaners.map((cleaner) => before.lastIndexOf(cleaner)));
    return polluters.some((one) => before.lastIndexOf(one) > cleaned) ? 'failed' : 'passed';
  };
  const { finding } = hunted({ 'a.py::t2': () => 'failed', 'a.py::t7': () => 'failed', 'a.py::t1': victim });
  expect(kinds(finding)).toEqual({ 'a.py::t1': 'victim' });
  expect(finding.flaky[0]!.failing.before).toEqual(['a.py::t9']);
  expect(finding.broken.map(({ test: id }) => id)).toEqual(['a.py::t2', 'a.py::t7']);
});

test('a test that fails after another and after itself is a victim of the other', () => {
  const victim: FakeTest['does'] = ({ before }) =>
    before.includes(testId('a.py::t1')) || before.includes(testId('b.py::t2')) ? 'failed' : 'passed';
  const { finding } = hunted({ 'a.py::t1': victim });
  expect(kinds(finding)).toEqual({ 'a.py::t1': 'victim' });
  expect(finding.flaky[0]!.failing.before).toEqual(['b.py::t2']);
});

test('a test that ends the process costs its rounds, and the rest still runs and is found', () => {
  const { finding } = hunted({ 'a.py::t2': () => 'crashed', 'a.py::t9': failsAfter('c.py::t5') });
  expect(finding.broken).toEqual([{ test: 'a.py::t2', takesDown: [] }]);
  expect(kinds(finding)).toEqual({ 'a.py::t9': 'victim' });
});

test('a failure that does not come back is not reported as flaky, but kept', () => {
  let left = 1;
  const { finding } = hunted({ 'b.py::t4': () => (left-- === 1 ? 'failed' : 'passed') });
  expect(finding.flaky).toEqual([]);
  expect(finding.unrepeated).toEqual(['b.py::t4']);
});

test('a healthy suite costs the first rounds, a few quiet ones, and nothing else', () => {
  const { finding, results } = hunted({});
  expect(finding).toMatchObject({ ended: 'done', flaky: [], broken: [], unrepeated: [] });
  // The suite twice, reversed, two shuffled, two in forks, eleven dates, slow, very slow, workers, copies, one circuit.
  expect(results.length).toBe(2 + 1 + 2 + 2 + 11 + 1 + 1 + 1 + 1 + 1);
});

test('a budget that ends in the middle of the first pass has cut a part of each arm', () => {
  const { finding } = hunted({}, {}, { budget: 15 });
  const arms = finding.rounds.map(({ arm }) => arm);
  expect(arms.slice(0, 6)).toEqual([
    ...['suite order', 'suite order', 'reversed', 'shuffled', 'shuffled', 'each test twice, alone'],
  ]);
  expect(arms.filter((arm) => arm === 'other settings')).toHaveLength(6);
  expect(arms).toContain('cpu 0.25');
  expect(arms).toContain('3 copies');
});

test('a round that does not fit into the rest of the budget gives way to those that do', () => {
  // A run of the suite takes 80 ms. When the slow round is due, less than four times as much is left.
  const budgetMs = 1_250;
  const { finding } = hunted({}, { budgetMs });
  expect(finding.ended).toBe('budget');
  expect(finding.rounds.map(({ arm }) => arm)).not.toContain('cpu 0.25');
  expect(finding.rounds.map(({ arm }) => arm)).toContain('3 copies');
  expect(finding.record.seen.at(-1)!.atMs).toBeGreaterThan(0.9 * budgetMs);
  expect(finding.record.seen.at(-1)!.atMs).toBeLessThanOrEqual(budgetMs);
  expect(finding.notTried.map(({ what }) => what)).toContain('cpu 0.25: 1 of 1 round');
});

test('copies run once as long as the suite and once in parts of whole files, whose tests they run at the same time', () => {
  const { ran } = hunted({}, {}, {}, 10);
  const copies = ran.filter(({ conditions }) => conditions.copies !== undefined).map(({ tests }) => tests);
  // 300 ms of tests pay for six starts of 50 ms: each of the three files.
  expect(copies).toEqual([SUITE, SUITE.slice(0, 10), SUITE.slice(10, 20), SUITE.slice(20)]);
});

test('the orders of the first pass leave few trials for a victim of one test', () => {
  const { results } = hunted({ 'a.py::t2': failsAfter('c.py::t5') });
  const own = results.filter(({ trial }) => trial.watch !== 'all');
  // The likely set, at most two halvings of three tests, alone and after it twice, the printed command.
  expect(own.length).toBeLessThanOrEqual(1 + 4 + 4 + 1);
});

test('a limit of rounds leaves no suspect waiting for further ones', () => {
  const { finding } = hunted({ 'a.py::t2': failsAfter('c.py::t5') }, { rounds: 6 });
  expect(kinds(finding)).toEqual({ 'a.py::t2': 'victim' });
});

test('a suite that fills the budget with its first orders still has its suspects settled', () => {
  // Half of it is spent after four runs of the suite at 80 ms each, of which the third, in reverse, showed the failure.
  const { finding } = hunted({ 'b.py::t4': needs('a.py::t1') }, { budgetMs: 500 });
  const settledAt = finding.record.seen.findIndex(({ trial }) => trial.watch !== 'all');
  expect([settledAt, kinds(finding)]).toEqual([4, { 'b.py::t4': 'brittle' }]);
});

test('a setting under which a test never passed is tried before the others of the round', () => {
  const { results } = hunted({ 'c.py::t2': failsUnder('date', '2025-10-26T02:59:55') });
  const own = results.filter(({ trial }) => trial.watch !== 'all');
  // The date and two seeds, halved, confirmed; clocks are not printable.
  expect(own.length).toBeLessThanOrEqual(1 + 2 + 2);
});

test('a brittle test needs only the test that sets it up, not all that ran before', () => {
  const { finding } = hunted({ 'b.py::t4': needs('a.py::t1') });
  expect(finding.flaky[0]).toMatchObject({ kind: 'brittle', needs: expect.arrayContaining(['a.py::t1']) });
  expect(finding.flaky[0]!.needs.length).toBeLessThanOrEqual(3);
});

test('what fails in forks only is not called flaky', () => {
  const { finding } = hunted({ 'b.py::t4': ({ forked }) => (forked ? 'failed' : 'passed') });
  expect(finding.flaky).toEqual([]);
  expect(finding.unrepeated).toEqual(['b.py::t4']);
});

test('a budget for a few rounds gives each arm its first one before any gets its second', () => {
  const tight = { budgetMs: 40_000, firstBudgetMs: 40_000 };
  const { finding } = hunted({ 'a.py::t1': failsUnder('cpu', '0.25') }, tight, {}, 100);
  const arms = finding.rounds.map(({ arm }) => arm);
  const orders = ['suite order', 'reversed', 'shuffled', 'each test twice, alone'];
  const first = [...orders, 'other settings', 'pairs in one process', 'cpu 0.25'];
  expect(arms.slice(0, first.length)).toEqual(first);
  expect(kinds(finding)).toEqual({ 'a.py::t1': 'short-wait' });
});

test('where tests cannot be forked each file runs alone in a process of its own, once', () => {
  const { finding, ran } = hunted({ 'b.py::t4': needs('a.py::t1') }, { can: PYTEST_LIKE });
  expect(kinds(finding)).toEqual({ 'b.py::t4': 'brittle' });
  const alone = finding.rounds.filter(({ arm }) => arm === 'each file alone').flatMap(({ trials }) => trials);
  const files = alone.map((id) => ran[Number(id.slice(2)) - 1]!.tests);
  expect(files).toEqual([SUITE.slice(0, 10), SUITE.slice(10, 20), SUITE.slice(20)]);
});

test('covers every ordered pair where a circuit is cheap', () => {
  const { finding } = hunted({});
  expect(finding.coverage).toEqual({ pairs: 900, of: 900 });
});

test('the same results give the same trials', () => {
  const rules = { 'a.py::t2': failsAfter('c.py::t5'), 'b.py::t4': failsSometimes(0.3) };
  expect(hunted(rules).ran).toEqual(hunted(rules).ran);
});

test('a spent budget keeps what was found, and says what was not tried', () => {
  const { finding } = hunted({ 'b.py::t4': needs('a.py::t1') }, {}, { budget: 12 });
  expect(finding.ended).toBe('budget');
  expect(kinds(finding)).toEqual({ 'b.py::t4': 'brittle' });
  expect(finding.notTried.map(({ what }) => what)).toContain('cpu 0.25: 1 of 1 round');
});

test('never calls a healthy or an always failing test flaky, and lists each failing test once', () => {
  const rule = fc.oneof(
    fc.constant<FakeTest['does']>(undefined),
    fc.constant<FakeTest['does']>(() => 'failed'),
    fc.constantFrom(...SUITE).map((polluter) => failsAfter(polluter)),
    fc.constantFrom(...SUITE).map((setter) => needs(setter)),
    fc.double({ min: 0.02, max: 0.9, noNaN: true }).map((rate) => failsSometimes(rate)),
  );
  fc.assert(
    fc.property(fc.array(rule, { minLength: 6, maxLength: 6 }), fc.integer({ min: 1, max: 10_000 }), (rules, seed) => {
      const places = [1, 4, 12, 15, 22, 28];
      const planted = Object.fromEntries(places.map((place, at) => [SUITE[place]!, rules[at]]));
      const { finding, results } = hunted(planted, { rounds: 40 }, { seed });
      for (const { test: id } of finding.flaky) {
        const own = results.flatMap(({ observations }) => observations).filter((one) => one.test === id);
        expect(own.some(({ outcome }) => outcome === 'passed')).toBe(true);
        expect(own.filter(({ outcome }) => isFailure(outcome)).length).toBeGreaterThan(1);
      }
      const listed = [
        ...finding.flaky.map(({ test: id }) => id),
        ...finding.broken.flatMap((one) => [one.test, ...one.takesDown]),
        ...finding.unrepeated,
      ];
      expect(listed.toSorted()).toEqual(finding.record.failing().toSorted());
    }),
    { numRuns: 40 },
  );
});
