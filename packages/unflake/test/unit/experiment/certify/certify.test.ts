import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFailure } from '../../../../src/contract/outcome.ts';
import { testId } from '../../../../src/contract/test-id.ts';
import { runsNeeded } from '../../../../src/experiment/certify/certify-options.ts';
import type { FakeTest } from '../../../fake-hunt-suite.ts';
import { ALL_KNOBS, PYTEST_LIKE } from '../diagnose/diagnose-options.ts';
import { failsAfter, failsSometimes, failsUnder, needs } from '../hunt/hunting.ts';
import { certified, WANTED } from './certifying.ts';

const PLAIN = PYTEST_LIKE;

test('as many passes as the bound needs', () => {
  expect([runsNeeded(0.01, 0.95), runsNeeded(0.1, 0.95), runsNeeded(0.01, 0.99)]).toEqual([299, 29, 459]);
});

test('a healthy test is certified for runs that were first in their process or fork, from many processes', () => {
  const { finding } = certified({});
  for (const { status, counted, bound, runs, note } of finding.tests) {
    expect({ status, note }).toEqual({ status: 'certified', note: null });
    expect(counted).toBe(runs.processes + runs.forks);
    expect(counted).toBeGreaterThanOrEqual(299);
    expect(bound).toBeLessThanOrEqual(0.01);
    expect(runs.forkedFrom).toBeGreaterThanOrEqual(20);
    expect(runs.repeats).toBeGreaterThan(0);
    expect(runs.turned).toBeGreaterThan(0);
  }
});

test('all tests share the trials: ten cost few more than one', () => {
  const ten = certified({}).results.length;
  const one = certified({}, { wanted: WANTED.slice(0, 1) }).results.length;
  expect(ten).toBe(one);
  // Eleven dates, three slow, three with copies, used folder twice, three in forks, the suite four times, counted from about 20 starts.
  expect(ten).toBeLessThanOrEqual(3 + 4 + 11 + 3 + 3 + 3 + 2 + 21);
});

test('flaky in ways that reruns do not show: orders, settings, loads, repeats', () => {
  const { statuses, finding } = certified({
    'a.py::t1': failsAfter('c.py::t5'),
    'a.py::t2': needs('a.py::t1'),
    'a.py::t3': failsUnder('date', '2024-02-29T12:00:00'),
    'b.py::t1': failsUnder('cpu', '0.25'),
    'b.py::t2': failsUnder('copies', '3'),
    'b.py::t3': ({ before }) => (before.includes(testId('b.py::t3')) ? 'failed' : 'passed'),
  });
  const flaky = finding.tests.filter(({ status }) => status === 'flaky');
  expect(Object.fromEntries(flaky.map((one) => [one.test, one.flaky!.kind]))).toEqual({
    'a.py::t1': 'victim',
    'a.py::t2': 'brittle',
    'a.py::t3': 'date',
    'b.py::t1': 'short-wait',
    'b.py::t2': 'parallel-collision',
    'b.py::t3': 'self-polluter',
  });
  expect(Object.values(statuses).filter((status) => status === 'certified')).toHaveLength(4);
});

test('a test that needs another is brittle and not broken, also when it is the only one', () => {
  for (const setter of ['a.py::t1', 'b.py::t7', 'c.py::t5']) {
    const { statuses, finding } = certified({ 'b.py::t2': needs(setter) }, { wanted: [testId('b.py::t2')] });
    expect([setter, statuses]).toEqual([setter, { 'b.py::t2': 'flaky' }]);
    expect(finding.tests[0]!.flaky!.kind).toBe('brittle');
  }
});

test('what fails in forks only is certified by its runs in new processes', () => {
  const inForks: FakeTest['does'] = ({ forked }) => (forked ? 'failed' : 'passed');
  const { finding } = certified({ 'a.py::t1': inForks });
  const { status, counted, runs, note } = finding.tests[1]!;
  expect({ status, note }).toEqual({
    status: 'certified',
    note: 'it cannot run in forks, so only runs in new processes count',
  });
  expect(counted).toBe(runs.processes);
});

test('where the code reads a hash order, forks of one process are one run', () => {
  const plausible = new Map([[testId('a.py::t1'), ['hashSeed']]]);
  const { finding } = certified({}, { plausible });
  const { status, counted, runs, note } = finding.tests[1]!;
  expect({ status, note }).toEqual({
    status: 'certified',
    note: 'its code reads a hash order, so each process counts once',
  });
  expect(counted).toBe(runs.processes + runs.forkedFrom);
  expect(counted).toBeGreaterThanOrEqual(299);
  expect(finding.tests[2]!.runs.processes).toBeLessThan(40);
});

test('a failure that does not come back leaves a test undecided, and costs no processes for the others', () => {
  let left = 1;
  const once: FakeTest['does'] = ({ conditions }) => (conditions.cpu === '0.25' && left-- === 1 ? 'failed' : 'passed');
  const { statuses, finding } = certified({ 'a.py::t1': once });
  expect(statuses['a.py::t1']).toBe('undecided');
  expect(finding.tests[1]!.note).toMatch(/^it failed 1\/\d+, and could not be made to fail again$/);
  expect(finding.tests[1]!.runs.processes).toBeLessThan(40);
});

test('a setting that its code makes plausible is tried before the others', () => {
  const plausible = new Map([[WANTED[0]!, ['tz']]]);
  const { ran } = certified({}, { plausible });
  const first = ran.find(({ conditions }) => Object.keys(conditions).length > 0)!;
  expect(Object.keys(first.conditions)).toEqual(['tz']);
  expect(first.tests).toEqual([WANTED[0]]);
});

test('of a knob whose settings grow the strongest runs once, after the loads that all tests are put under', () => {
  const plausible = new Map([[WANTED[0]!, ['cpu', 'quota', 'tz']]]);
  const { ran } = certified({}, { plausible });
  const slow = ran.filter(({ conditions }) => 'cpu' in conditions || 'quota' in conditions);
  expect(slow.map(({ conditions }) => conditions)).toEqual([
    ...[{ cpu: '0.25' }, { cpu: '0.25' }, { cpu: '0.25' }],
    ...[{ cpu: '0.1' }, { quota: '0.1' }],
  ]);
  expect(slow.slice(3).map(({ tests }) => tests)).toEqual([[WANTED[0]], [WANTED[0]]]);
  const { finding } = certified({ [WANTED[0]!]: failsUnder('quota', '0.1') }, { plausible });
  expect(finding.tests[0]).toMatchObject({ status: 'flaky', flaky: { failing: { conditions: { quota: '0.1' } } } });
});

test('a test that fails rarely is flaky with counts, or undecided, and never certified', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const { statuses, finding } = certified({ 'a.py::t1': failsSometimes(0.03) }, {}, { seed });
    expect(['flaky', 'undecided']).toContain(statuses['a.py::t1']);
    expect(finding.tests.find(({ test: id }) => id === 'a.py::t1')!.bound).toBe(null);
  }
});

test('a test that always fails is broken, and one that fails only after it is undecided', () => {
  const { statuses, finding } = certified({ 'a.py::t1': () => 'failed', 'a.py::t2': failsAfter('a.py::t1') });
  expect(statuses['a.py::t1']).toBe('broken');
  expect(statuses['a.py::t2']).toBe('undecided');
  expect(finding.tests[2]!.note).toBe('it fails after a.py::t1, which is broken');
});

test('a test that fails after a broken one and after a healthy one is flaky, and the healthy one is its polluter', () => {
  const victim: FakeTest['does'] = ({ before }) =>
    before.includes(testId('a.py::t1')) || before.includes(testId('a.py::t3')) ? 'failed' : 'passed';
  const { statuses, finding } = certified({ 'a.py::t3': () => 'failed', 'a.py::t4': victim });
  expect(statuses['a.py::t3']).toBe('broken');
  expect(statuses['a.py::t4']).toBe('flaky');
  expect(finding.tests[4]!.flaky!.failing.before).toEqual(['a.py::t1']);
});

test('a skipped test is undecided, and does not keep the others from ending', () => {
  const { statuses, finding } = certified({ 'a.py::t1': () => 'skipped' });
  expect(statuses['a.py::t1']).toBe('undecided');
  expect(finding.tests[1]!.note).toBe('it was skipped in every run');
  expect(statuses['a.py::t0']).toBe('certified');
});

test('counted trials run two at a time, only after the copies, and say the same as one after another', () => {
  const two = certified({}, { countedAtOnce: 2 });
  const sizes = two.steps.map(({ trials }) => trials.length);
  expect(Math.max(...sizes)).toBe(2);
  const together = two.steps.filter(({ trials }) => trials.length === 2).flatMap(({ trials }) => trials);
  // A hash seed is drawn anyway; no load and no other setting runs beside anything.
  for (const { conditions, exclusive } of together) {
    expect(Object.keys(conditions).filter((knob) => knob !== 'hashSeed')).toEqual([]);
    expect(exclusive).toBe(false);
  }
  const isCopies = ({ trials }: (typeof two.steps)[number]) => trials.some(({ conditions }) => 'copies' in conditions);
  expect(sizes.indexOf(2)).toBeGreaterThan(two.steps.findLastIndex(isCopies));
  expect(two.statuses).toEqual(certified({}).statuses);
  // At most one trial of fifteen runs more than needed.
  for (const { counted } of two.finding.tests) expect([counted >= 299, counted < 299 + 15]).toEqual([true, true]);
});

test('where copies cannot run, counted trials follow each other', () => {
  const knobs = ALL_KNOBS.filter(({ knob }) => knob !== 'copies');
  const { steps } = certified({}, { knobs, countedAtOnce: 2 });
  expect(steps.every(({ trials }) => trials.length === 1)).toBe(true);
});

test('without forks every counted run is one in a new process', () => {
  const { finding } = certified({}, { can: PLAIN });
  for (const { status, runs, counted } of finding.tests) {
    expect(status).toBe('certified');
    expect(runs.forks).toBe(0);
    expect(counted).toBe(runs.processes);
  }
});

test('a spent budget leaves undecided tests with the bound so far', () => {
  const { finding } = certified({}, {}, { budget: 40 });
  expect(finding.ended).toBe('budget');
  for (const { status, bound, note, counted } of finding.tests) {
    expect({ status, note }).toEqual({ status: 'undecided', note: 'stopped before enough runs' });
    expect(bound).toBeCloseTo(1 - 0.05 ** (1 / counted), 6);
  }
});

test('the same results give the same trials', () => {
  const rules = { 'a.py::t2': failsAfter('c.py::t5'), 'b.py::t4': failsSometimes(0.3) };
  expect(certified(rules).ran).toEqual(certified(rules).ran);
});

test('never calls a healthy test flaky or broken, and certifies only tests that never failed', () => {
  const rule = fc.oneof(
    fc.constant<FakeTest['does']>(undefined),
    fc.constant<FakeTest['does']>(() => 'failed'),
    fc.constantFrom(...WANTED).map((polluter) => failsAfter(polluter)),
    fc.constantFrom(...WANTED).map((setter) => needs(setter)),
    fc.double({ min: 0.005, max: 0.9, noNaN: true }).map((rate) => failsSometimes(rate)),
  );
  fc.assert(
    fc.property(fc.array(rule, { minLength: 4, maxLength: 4 }), fc.integer({ min: 1, max: 10_000 }), (rules, seed) => {
      const places = [1, 3, 6, 8];
      const planted = Object.fromEntries(places.map((place, at) => [WANTED[place]!, rules[at]]));
      const { finding, results } = certified(planted, {}, { seed });
      for (const { test: id, status } of finding.tests) {
        const own = results.flatMap(({ observations }) => observations).filter((one) => one.test === id);
        const failures = own.filter(({ outcome }) => isFailure(outcome)).length;
        if (planted[id] === undefined) expect(status).toBe('certified');
        if (status === 'certified') expect(failures).toBe(0);
        if (status === 'flaky') expect(failures).toBeGreaterThan(1);
        if (status === 'flaky') expect(own.some(({ outcome }) => outcome === 'passed')).toBe(true);
        if (status === 'broken') expect(own.every(({ outcome }) => outcome === 'failed')).toBe(true);
      }
    }),
    { numRuns: 12 },
  );
});
