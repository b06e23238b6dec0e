/** The screening on targets that are only a rule: which factors are named, how, and which never are. */
import { describe, expect, test } from 'vitest';
import type { Conditions } from '../../../../src/contract/trial.ts';
import { screen } from '../../../../src/experiment/screen/screen.ts';
import { drivePlan, fakeSuite } from '../../../fake-suite.ts';
import { FAIL, factor, factorsUpTo, knobs, OTHERWISE, PASS, screening, solve, target } from './screening.ts';

describe('a cause', () => {
  test('that is one factor is named, proved on fresh trials, and its control holds', () => {
    const { finding } = solve({ active: (on) => on(5) });
    expect(finding).toMatchObject({ kind: 'single', factors: knobs(5), notCombinable: [] });
    expect(finding.confirmed).toMatchObject({ with: { failures: 2, runs: 2 }, without: { failures: 0 } });
    expect(finding.confirmed?.control).toMatchObject({ failures: 0, runs: 2 });
    expect(finding.amplifying).toMatchObject({ k4: 'off', k5: 'on', k6: 'off' });
    expect(finding.pinning).toMatchObject({ k5: 'off' });
    expect(finding.excluded).toHaveLength(15);
  });

  test('that is either of two factors is named with both', () => {
    expect(solve({ active: (on) => on(3) || on(9), p: 0.9 }).finding).toMatchObject({
      kind: 'either',
      factors: knobs(3, 9),
    });
  });

  test('that needs two factors together is named with both, and each alone was seen to pass', () => {
    const { finding, suite } = solve({ active: (on) => on(2) && on(11) });
    expect(finding).toMatchObject({ kind: 'both', factors: knobs(2, 11), amplifying: { k2: 'on', k11: 'on' } });
    const alone = suite.ran.filter(({ conditions }) => (conditions.k2 === 'on') !== (conditions.k11 === 'on'));
    expect(alone.length).toBeGreaterThanOrEqual(2);
  });

  test('that another factor hides is named with it', () => {
    const { finding } = solve({ active: (on) => on(4) && !on(8) });
    expect(finding).toMatchObject({ kind: 'unless', factors: knobs(4, 8), amplifying: { k4: 'on', k8: 'off' } });
  });

  test.each([1, 2, 3, 4, 5])(
    'that strikes in six of ten trials, with background failures, is named for seed %i',
    (seed) => {
      const { finding } = solve({ active: (on) => on(7), p: 0.6, q: 0.05, seed });
      expect(finding).toMatchObject({ kind: 'single', factors: knobs(7) });
    },
  );

  test('that is one of several settings of a knob is named with its setting, and they are never mixed', () => {
    const zones = ['A', 'B', 'C'].map((setting) =>
      factor(0, { knob: 'tz', setting, pinned: 'UTC', deterministic: true }),
    );
    const options = { factors: [...zones, factor(1), factor(2)] };
    const { finding } = solve({ active: (_, { tz }) => tz === 'B' }, options);
    expect(finding).toMatchObject({ kind: 'single', factors: [{ knob: 'tz', setting: 'B' }] });
  });
});

describe('nothing is blamed', () => {
  test.each([0, 0.05, 0.3])('when no factor matters and the target fails at a rate of %d', (rate) => {
    for (const seed of [1, 2, 3]) {
      const { finding } = solve({ active: () => false, q: rate, seed });
      expect(['none', 'unresolved']).toContain(finding.kind);
      expect(finding.factors).toEqual([]);
    }
  });

  test('when the control fails like the setting: changing the knob matters, not the setting', () => {
    const { finding } = solve({ active: (_, { k5 }) => k5 !== 'off' });
    expect(finding).toMatchObject({ kind: 'control-fails', factors: knobs(5) });
    expect(finding.confirmed?.control).toMatchObject({ failures: 2, runs: 2 });
  });

  test('when the trials run out: the suspects are reported, unresolved', () => {
    const { finding, results } = solve({ active: (on) => on(5), p: 0.5 }, { maxTrials: 6 });
    expect(finding).toMatchObject({ kind: 'unresolved', factors: [], confirmed: null, stopped: 'trials' });
    expect(finding.suspects).toHaveLength(16);
    expect(results).toHaveLength(6);
  });

  test('when the engine stops: what is known by then is returned', () => {
    const { finding } = solve({ active: (on) => on(5) }, {}, { budget: 3 });
    expect(finding).toMatchObject({ kind: 'unresolved', stopped: 'budget' });
    expect(finding.trials).toHaveLength(3);
  });

  test('when there are no factors', () => {
    expect(solve({ active: () => false }, { factors: [] }).finding).toMatchObject({ kind: 'unresolved', trials: [] });
  });
});

describe('a factor that causes another failure', () => {
  test('is tried separately, and the cause is found anyway', () => {
    const { finding } = solve({ active: (on) => on(5), disturbing: [1, 14] });
    expect(finding).toMatchObject({ kind: 'single', factors: knobs(5), notCombinable: knobs(1, 14) });
    expect(finding.disturbed).toBeGreaterThanOrEqual(2);
  });

  test('is only tried alone when that is known before', () => {
    const factors = factorsUpTo(8).map((one, at) => (at === 3 ? { ...one, combinable: false } : one));
    const { suite, finding } = solve({ active: (on) => on(3) }, { factors });
    expect(finding).toMatchObject({ kind: 'single', factors: knobs(3) });
    const with3 = suite.ran.filter(({ conditions }) => conditions.k3 === 'on');
    for (const { conditions } of with3) expect(Object.values(conditions).filter((set) => set === 'on')).toHaveLength(1);
  });

  test('only together with others ends the combining, and the cause is found anyway', () => {
    const clash = (conditions: Conditions) =>
      Object.values(conditions).filter((setting) => setting === 'on').length > 1;
    const suite = fakeSuite({
      target,
      behave: (_, { conditions }) => (clash(conditions) ? OTHERWISE : conditions.k5 === 'on' ? FAIL : PASS),
    });
    const { finding } = drivePlan(screen(screening()), suite.run);
    expect(finding).toMatchObject({ kind: 'single', factors: knobs(5), notCombinable: knobs(...Array(16).keys()) });
  });

  test('leaves no cause to be found when the target never runs: unresolved, after a few trials', () => {
    const suite = fakeSuite({ target, behave: () => ({ outcome: 'skipped' }) });
    const { finding, results } = drivePlan(screen(screening({ factors: factorsUpTo(3) })), suite.run);
    expect(finding).toMatchObject({ kind: 'unresolved', factors: [], excluded: [], unobserved: knobs(0, 1, 2) });
    expect(results.length).toBeLessThanOrEqual(20);
  });
});

test('a factor without a control is proved without one, and says so', () => {
  const factors = factorsUpTo(6).map((one) => ({ ...one, control: null }));
  const { finding } = solve({ active: (on) => on(2) }, { factors });
  expect(finding).toMatchObject({ kind: 'single', confirmed: { control: null } });
});

test('a knob whose pin is null is left alone when its factor is off', () => {
  const factors = [factor(0, { pinned: null }), factor(1)];
  const { suite } = solve({ active: (on) => on(1) }, { factors });
  for (const { conditions } of suite.ran) expect(['on', 'control', undefined]).toContain(conditions.k0);
});

test('every failure counts when no fingerprint is asked for', () => {
  const suite = fakeSuite({
    target,
    behave: (_, { conditions }) => (conditions.k2 === 'on' ? { ...FAIL, fingerprint: 'x' } : PASS),
  });
  const { finding } = drivePlan(screen(screening({ fingerprints: null })), suite.run);
  expect(finding).toMatchObject({ kind: 'single', factors: knobs(2) });
});
