/** What the order search returns besides the names: the proof, the record of its steps, and its end when it is cut short. */
import { expect, test } from 'vitest';
import { isFailure } from '../../../../src/contract/outcome.ts';
import type { Behaviour } from '../../../fake-suite.ts';
import { at, searchAmong, solve, target } from './searching.ts';

test('a culprit is proved on fresh trials with it and of the target alone, which are listed', () => {
  const { finding, results } = solve({ polluters: [at(37)] }, searchAmong(100));
  const [proof] = finding.confirmed;
  expect(proof!.with.failures).toBeGreaterThanOrEqual(2);
  expect(proof!.without).toMatchObject({ failures: 0 });
  expect(proof!.without.runs).toBeGreaterThanOrEqual(1);
  const trialOf = (id: string) => results.find((result) => result.id === id)!.trial.tests;
  for (const id of proof!.with.trials) expect(trialOf(id)).toEqual([...at(37), target]);
  for (const id of proof!.without.trials) expect(trialOf(id)).toEqual([target]);
});

test('every trial is a step of the record, with the subset that ran and whether the event came', () => {
  const { finding, results } = solve({ polluters: [at(3, 7)] }, searchAmong(20));
  expect(finding.steps.map((step) => step.trial)).toEqual(results.map((result) => result.id));
  for (const [index, step] of finding.steps.entries()) {
    const { trial, observations } = results[index]!;
    expect(step.size).toBe(trial.tests.length - 1);
    expect(step.event).toBe(isFailure(observations[0]!.outcome));
  }
});

test('subsets keep the order of the candidates, and the target comes last', () => {
  const { suite } = solve({ polluters: [at(3, 17)] }, searchAmong(30));
  for (const { tests } of suite.ran) {
    const positions = tests.slice(0, -1).map((name) => Number(name.slice('test '.length)));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(tests.at(-1)).toBe(target);
  }
});

test('the culprit leads the suspects, with counts before, not before, and on its own', () => {
  const { finding } = solve({ polluters: [at(37)] }, searchAmong(100));
  const [first] = finding.suspects;
  expect(first!.test).toBe(at(37)[0]);
  expect(first!.posterior).toBeGreaterThanOrEqual(0.95);
  expect(first!.before.failures).toBe(first!.before.runs);
  expect(first!.notBefore.failures).toBe(0);
  expect(first!.single.failures).toBeGreaterThanOrEqual(2);
});

test('each step reports to the live view what is believed and about how much is left', () => {
  const { steps } = solve({ polluters: [at(37)] }, searchAmong(100, { findAll: false }));
  expect(new Set(steps.map(({ phase }) => phase))).toEqual(new Set(['bisect']));
  for (const step of steps.filter(({ trials }) => trials.length > 0)) {
    expect(step.belief!.probability).toBeGreaterThanOrEqual(0);
    expect(step.trialsLeft).toBeGreaterThan(0);
  }
  expect(steps.at(-1)!.belief).toMatchObject({ claim: 'test 37 makes it fail' });
});

test('names the suspect once, before the trials that prove it', () => {
  const { steps } = solve({ polluters: [at(37)] }, searchAmong(100, { findAll: false }));
  const said = steps.flatMap((step, position) => (step.said ?? []).map((line) => ({ line, position })));
  expect(said).toHaveLength(1);
  expect(said[0]!.line).toMatch(
    /^suspected after \d+ trials: test 37 makes it fail; fresh trials confirm or reject it$/,
  );
  expect(steps[said[0]!.position + 1]!.doing).toBe('the suspect, then the target');
});

test('out of budget before one stands out: unresolved, with the reason', () => {
  const { finding } = solve({ polluters: [at(37)] }, searchAmong(100, { budget: 4 }));
  expect(finding).toMatchObject({ kind: 'unresolved', sets: [], complete: null, stopped: 'budget' });
  expect(finding.trials).toHaveLength(4);
});

test('stopped from outside while it checks the rest: the culprit proved by then stands', () => {
  const whole = solve({ polluters: [at(37)] }, searchAmong(100, { findAll: false }));
  const limits = { budget: whole.results.length + 1 };
  const { finding } = solve({ polluters: [at(37)] }, searchAmong(100), limits);
  expect(finding).toMatchObject({ kind: 'culprits', sets: [at(37)], complete: null, stopped: 'budget' });
});

test('a trial in which the target is missing is repeated, not counted', () => {
  let asked = 0;
  const behave = (before: readonly string[]): Behaviour => {
    asked += 1;
    if (asked % 4 === 0) return { outcome: 'missing' };
    return { outcome: before.includes('test 37') ? 'failed' : 'passed' };
  };
  const { finding } = solve({ behave }, searchAmong(100));
  expect(finding).toMatchObject({ kind: 'culprits', sets: [at(37)], noSignal: Math.floor(asked / 4) });
});

test('a target that is skipped whenever tests run before it: unresolved after a few tries, and says how often', () => {
  const behave = (before: readonly string[]): Behaviour => ({ outcome: before.length > 0 ? 'skipped' : 'passed' });
  const { finding, suite } = solve({ behave }, searchAmong(100));
  expect(finding).toMatchObject({ kind: 'unresolved', sets: [], noSignal: 3 });
  expect(suite.ran).toHaveLength(3);
});
