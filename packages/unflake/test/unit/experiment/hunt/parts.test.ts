import { random } from '@unflake/testkit/random';
import { expect, test } from 'vitest';
import type { TestId } from '../../../../src/contract/test-id.ts';
import type { TrialId } from '../../../../src/contract/trial.ts';
import { chooseArm } from '../../../../src/experiment/hunt/choose-arm.ts';
import { huntBounds } from '../../../../src/experiment/hunt/hunt-bounds.ts';
import { reversed, shuffled } from '../../../../src/experiment/hunt/orders.ts';
import { pairCircuit } from '../../../../src/experiment/hunt/pair-circuit.ts';
import { PairCoverage } from '../../../../src/experiment/hunt/pair-coverage.ts';
import { runBefore } from '../../../../src/experiment/hunt/run-before.ts';
import { rowsNeeded, settingKnobs, settingsOfRow } from '../../../../src/experiment/hunt/setting-rows.ts';
import { ALL_KNOBS, names, PYTEST_LIKE } from '../diagnose/diagnose-options.ts';

test('a circuit holds each ordered pair exactly once, each test after itself too', () => {
  const tests = names(7);
  const circuit = pairCircuit(tests);
  expect(circuit).toHaveLength(50);
  const pairs = circuit.slice(1).map((one, at) => `${circuit[at]} ${one}`);
  expect(new Set(pairs).size).toBe(49);
});

test('coverage counts pairs of one process only, and a test after itself only where it can be repeated', () => {
  const tests = [...names(2, 'a.js'), ...names(2, 'b.js')];
  const inFiles = { ...PYTEST_LIKE, process: 'file', repeat: false } as const;
  const covered = new PairCoverage(tests, inFiles);
  expect(covered.of).toBe(4);
  covered.add([tests[0]!, tests[2]!, tests[1]!, tests[3]!]);
  expect(covered.pairs).toBe(2);
  expect(new PairCoverage(tests, PYTEST_LIKE).of).toBe(16);
});

test('orders keep files together where the runner does', () => {
  const tests = [...names(3, 'a.js'), ...names(3, 'b.js')];
  const withinFiles = { ...PYTEST_LIKE, order: 'within-file' } as const;
  expect(reversed(tests, withinFiles)).toEqual(tests.toReversed());
  expect(reversed(tests, { ...PYTEST_LIKE, order: 'file' })).toEqual([...tests.slice(3), ...tests.slice(0, 3)]);
  expect(reversed(tests, { ...PYTEST_LIKE, order: 'none' })).toBeNull();
  const order = shuffled(tests, withinFiles, {
    random: random(1),
    covered: new PairCoverage(tests, withinFiles),
    what: 'tests',
  })!;
  const files = order.map((test) => test.slice(0, 1)).join('');
  expect(['aaabbb', 'bbbaaa']).toContain(files);
  const covered = new PairCoverage(tests, PYTEST_LIKE);
  const whole = shuffled(tests, PYTEST_LIKE, { random: random(2), covered, what: 'files' })!;
  expect([tests, [...tests.slice(3), ...tests.slice(0, 3)]]).toContainEqual(whole);
});

test('rows turn each setting of each knob within the rows needed, and never two knobs that decide the same', () => {
  const rows = Array.from({ length: rowsNeeded(ALL_KNOBS) }, (_, row) => settingsOfRow(ALL_KNOBS, row));
  for (const { knob, settings, shape } of settingKnobs(ALL_KNOBS)) {
    const turned = new Set(rows.map((row) => row[knob]));
    if (shape === 'any') expect([knob, settings.filter((setting) => !turned.has(setting))]).toEqual([knob, []]);
  }
  expect(rows.filter((row) => 'encoding' in row && 'locale' in row)).toEqual([]);
});

test('an execution is preceded by what ran in its own process and its own fork', () => {
  const [a, b, c] = names(3) as [TestId, TestId, TestId];
  const trial = { tests: [a, b, c, a, c], repeat: 1, conditions: {}, seed: 1, watch: 'all' } as const;
  const rest = { exclusive: false, timeBoxMs: 1, mode: 'probe' } as const;
  expect(runBefore({ ...trial, ...rest }, c, 1, PYTEST_LIKE)).toEqual([a, b, c, a]);
  expect(runBefore({ ...trial, ...rest, forks: [3, 2] }, c, 1, PYTEST_LIKE)).toEqual([a]);
  expect(runBefore({ ...trial, ...rest }, c, 0, { ...PYTEST_LIKE, process: 'test' })).toEqual([]);
});

test('each arm first gets its rounds, then time goes to the arms that find most, and none is forgotten', () => {
  const arm = { floor: 1, isFirst: false, rounds: 1, found: 0, cost: 10, isExhausted: false };
  const arms = [
    { ...arm, name: 'poor' },
    { ...arm, name: 'rich', found: 12 },
    { ...arm, name: 'spent', found: 40, isExhausted: true },
  ];
  const fresh = { ...arm, name: 'fresh', rounds: 0, cost: 0 };
  const rng = random(4);
  expect(chooseArm([...arms, fresh], 3, rng)).toBe('fresh');
  const chosen = Array.from({ length: 60 }, (_, round) => chooseArm(arms, round, rng));
  expect(chosen).not.toContain('spent');
  expect(chosen.filter((name) => name === 'rich').length).toBeGreaterThan(40);
  expect(chosen.filter((name) => name === 'poor').length).toBeGreaterThanOrEqual(10);
});

test('the bound of an arm is what its rounds would have shown of the test that ran least often', () => {
  const tests = names(4);
  const ran: Readonly<Record<TrialId, readonly TestId[]>> = { 't-1': tests, 't-2': tests.slice(0, 2), 't-3': tests };
  const round = (arm: string, ...trials: readonly TrialId[]) => ({ arm, trials, ms: 1, found: 0 });
  const rounds = [round('shuffled', 't-1'), round('shuffled', 't-3'), round('shuffled', 't-2'), round('slow', 't-2')];
  const bounds = huntBounds(rounds, tests, (id) => ran[id]!);
  expect(bounds.map(({ arm, rounds: count }) => [arm, count])).toEqual([['shuffled', 2]]);
  // 0.05 = (1 - rate)²
  expect(bounds[0]!.rate).toBeCloseTo(0.7764, 3);
  // A round whose trials have tests of their own has run them all.
  expect(huntBounds([round('parts', 't-2', 't-3')], tests, (id) => ran[id]!)).toMatchObject([{ rounds: 1 }]);
});
