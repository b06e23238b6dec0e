import { describe, expect, test } from 'vitest';
import type { Tally } from '../../../../src/contract/findings.ts';
import type { DrawFinding, FactorProof } from '../../../../src/contract/perturb-finding.ts';
import { type FindingsSoFar, nothingYet } from '../../../../src/experiment/diagnose/findings-so-far.ts';
import { explain } from '../../../../src/experiment/explain/explain.ts';
import { fakeMake } from '../../../fake-suite.ts';
import { ALL_KNOBS, diagnoseOptions, names } from '../diagnose/diagnose-options.ts';

const suite = names(3);
const target = suite[1]!;
const options = diagnoseOptions(suite, target, 1, { knobs: ALL_KNOBS });
const tally = (failures: number, runs: number): Tally => ({ failures, runs, trials: ['t-1'] });

const proof: FactorProof = {
  kind: 'single',
  factors: [{ knob: 'locale', setting: 'de_DE.UTF-8' }],
  cause: { family: 'external', kind: 'locale' },
  failing: { locale: 'de_DE.UTF-8' },
  passing: { locale: 'C.UTF-8' },
  with: tally(5, 5),
  without: tally(0, 4),
  pinned: tally(0, 4),
  control: tally(0, 4),
  levels: null,
  doubt: null,
};

const trial = fakeMake(target)([target]);
const reproduce = { failing: trial, passing: trial, fails: tally(2, 2), passes: tally(0, 2), confirmed: true };
const confirm: FindingsSoFar['confirm'] = {
  kind: 'not-reproduced',
  arms: { alone: tally(0, 7), suite: tally(0, 3) },
  all: { failures: 0, runs: 10 },
  interval: { low: 0, high: 0.3, level: 0.95 },
  band: 'never',
  bound: 0.26,
  fingerprints: [],
};

function explained(changes: Partial<FactorProof>, more: Partial<FindingsSoFar> = {}) {
  const perturb = { seeds: [], screens: [], passed: [], needs: [], trials: [], proof: { ...proof, ...changes } };
  return explain(options, { ...nothingYet(), confirm, perturb, reproduce, ...more });
}

describe('a factor that was put to the proof', () => {
  test('is the cause, with its rivals rejected and its counts as evidence', () => {
    const answer = explained({});
    expect(answer).toMatchObject({
      verdict: 'isolated',
      cause: { family: 'external', kind: 'locale' },
      factor: { knob: 'locale', failing: ['de_DE.UTF-8'], passing: ['C.UTF-8'] },
    });
    expect(answer.cause!.confidence).toBeGreaterThan(0.95);
    expect(answer.hypotheses.filter(({ status }) => status !== 'rejected').map(({ kind }) => kind)).toEqual(['locale']);
    expect(answer.evidence.map(({ claim, with: more, without }) => [claim, more.failures, without.runs])).toEqual([
      ['in the suite, against alone', 0, 7],
      ['locale de_DE.UTF-8, against unchanged', 5, 14],
      ['locale de_DE.UTF-8, against locale C.UTF-8', 5, 4],
      ['the control of locale, against unchanged', 0, 14],
      ['by the printed command that fails, against the one that passes', 2, 2],
    ]);
    expect(answer.next).toContain('set the locale');
  });

  test('is not isolated while there is a doubt', () => {
    const answer = explained({ doubt: 'its control fails as well' });
    expect(answer.verdict).toBe('narrowed');
    expect(answer.cause).toBeNull();
    expect(answer.hypotheses[0]).toMatchObject({ kind: 'locale', status: 'open' });
    expect(answer.hypotheses[0]!.for.join()).toContain('its control fails as well');
  });

  test('is not isolated unless the reproduction did as predicted', () => {
    const answer = explained({}, { reproduce: { ...reproduce, confirmed: false } });
    expect(answer.verdict).toBe('narrowed');
    expect(answer.hypotheses.map(({ status }) => status)).not.toContain('confirmed');
    expect(answer.hypotheses.filter(({ status }) => status === 'open').length).toBeGreaterThan(1);
    expect(explained({}, { reproduce: null }).verdict).toBe('narrowed');
  });
});

test.each([
  [{ family: 'timing', kind: 'tight-timeout' }, 'cpu'],
  [{ family: 'shared-state', kind: 'parallel-collision' }, 'copies'],
  [{ family: 'nondeterminism', kind: 'randomness' }, 'rngSeed'],
  [{ family: 'nondeterminism', kind: 'iteration-order' }, 'hashSeed'],
  [{ family: 'external', kind: 'date' }, 'date'],
  [{ family: 'resource-leak', kind: 'handles' }, 'fds'],
  [{ family: 'ordering', kind: 'residue' }, 'tmp'],
] as const)('the cause is the one that belongs to the knob: %o of %s', (cause, knob) => {
  const answer = explained({
    cause,
    factors: [{ knob, setting: 'x' }],
    failing: { [knob]: 'x' },
    passing: { [knob]: 'y' },
  });
  expect(answer).toMatchObject({ verdict: 'isolated', cause });
  expect(answer.summary).not.toContain('depends on a setting');
});

test('loads that did not help, and settings that changed nothing, count against their suspects', () => {
  const before = explain(options, {
    ...nothingYet(),
    confirm: { ...confirm, kind: 'flaky', all: tally(1, 30), arms: { alone: tally(1, 30) } },
  });
  const amplify = {
    kind: 'not-found' as const,
    conditions: null,
    rate: null,
    plain: { failures: 1, runs: 30 },
    ways: [{ name: 'cpu 0.25', conditions: { cpu: '0.25' }, tally: tally(0, 9) }],
    trials: [],
  };
  const after = explain(options, {
    ...nothingYet(),
    confirm: { ...confirm, kind: 'flaky', all: tally(1, 30), arms: { alone: tally(1, 30) } },
    amplify,
  });
  const slow = (answer: typeof before) => answer.hypotheses.find(({ family }) => family === 'timing')!.posterior;
  expect(slow(after)).toBeLessThan(slow(before));
});

describe('draws that vary', () => {
  const diceAfter = (seeds: readonly Partial<DrawFinding>[]) => {
    const found = seeds.map((seed) => ({
      ...{ knob: 'rngSeed', kind: 'varies', failing: ['1'], passing: ['2'], confirmed: null, trials: ['t-1'] },
      cause: { family: 'nondeterminism', kind: 'randomness' },
      ...seed,
    })) as DrawFinding[];
    const perturb = { seeds: found, screens: [], passed: [], needs: [], trials: [], proof: null };
    const flaky = { ...confirm!, kind: 'flaky', all: { failures: 3, runs: 10 } } as const;
    const arms = { alone: tally(2, 7), suite: tally(1, 3) };
    const { hypotheses } = explain(options, { ...nothingYet(), confirm: { ...flaky, arms }, perturb });
    return hypotheses.find(({ kind }) => kind === 'randomness')!;
  };

  test('count against randomness if they reach what the code draws from, and only then', () => {
    const [reached, missed] = [diceAfter([{}]), diceAfter([{ unreached: 'new SecureRandom() (Ids.java:3)' }])];
    expect(reached.against).toEqual(['the same draw of rngSeed both fails and passes']);
    expect(missed.against).toEqual([]);
    expect(missed.posterior).toBeGreaterThan(reached.posterior);
    expect(missed).toMatchObject({ status: 'open' });
    expect(missed.distinguishedBy).toContain('rngSeed does not reach new SecureRandom() (Ids.java:3)');
  });

  test('of the order of folders say nothing about random numbers', () => {
    const cause = { family: 'nondeterminism', kind: 'iteration-order' } as const;
    expect(diceAfter([{ knob: 'dirOrder', cause }]).against).toEqual([]);
  });
});
