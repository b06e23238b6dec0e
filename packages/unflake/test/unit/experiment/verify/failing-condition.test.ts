import { describe, expect, test } from 'vitest';
import type { Tally } from '../../../../src/contract/findings.ts';
import type { Conditions } from '../../../../src/contract/trial.ts';
import { nothingYet } from '../../../../src/experiment/diagnose/findings-so-far.ts';
import { drawLike, failingCondition } from '../../../../src/experiment/verify/failing-condition.ts';
import { fakeMake } from '../../../fake-suite.ts';
import { diagnosed, names } from '../diagnose/diagnose-options.ts';
import { TARGET } from './worlds.ts';

const suite = names(8);
const target = suite[6]!;
const tally = (failures: number, runs: number): Tally => ({ failures, runs, trials: [] });

function reproduced(conditions: Conditions, fails = tally(3, 3)) {
  const make = fakeMake(TARGET);
  const failing = make([TARGET], { conditions });
  return {
    ...nothingYet(),
    reproduce: { failing, passing: make([TARGET]), fails, passes: tally(0, 3), confirmed: true },
  };
}

describe('the failing condition of a case', () => {
  test('is the order that was printed, with all runs that were made to prove it', () => {
    const { findings } = diagnosed({ polluters: [[suite[1]!]] }, suite, target);
    const found = failingCondition(target, findings);
    expect(found?.failing.map(({ tests }) => tests)).toEqual([[suite[1], target]]);
    expect(found?.passing?.tests).toEqual([target]);
    const { fails } = findings.reproduce!;
    expect(found?.before.failures).toBeGreaterThan(fails.failures);
    expect(found?.before.failures).toBe(found?.before.runs);
  });

  test('has every set of polluters', () => {
    const { findings } = diagnosed({ polluters: [[suite[1]!], [suite[3]!]] }, suite, target);
    const tests = failingCondition(target, findings)?.failing.map(({ tests: [first] }) => first);
    expect(tests?.toSorted()).toEqual([suite[1], suite[3]]);
  });

  test('is a brittle test alone', () => {
    const { findings } = diagnosed({ setters: [suite[2]!] }, suite, target);
    const found = failingCondition(target, findings);
    expect(found?.failing.map(({ tests }) => tests)).toEqual([[target]]);
    expect(found?.passing?.tests).toEqual([suite[2], target]);
    expect(found?.before.failures).toBe(found?.before.runs);
  });

  test('is none where nothing failed', () => {
    expect(failingCondition(target, diagnosed({}, suite, target).findings)).toBeNull();
    expect(failingCondition(TARGET, reproduced({}, tally(0, 10)))).toBeNull();
  });

  test('counts draws and not runs where a draw decides', () => {
    const perturb = {
      seeds: [
        { knob: 'rngSeed', kind: 'decides', failing: ['3', '7'], passing: ['1', '2', '4', '5', '6'], trials: [] },
      ],
      proof: {
        kind: 'seed',
        factors: [{ knob: 'rngSeed', setting: '3' }],
        with: tally(6, 6),
        without: tally(4, 13),
      },
    };
    const found = failingCondition(TARGET, { ...reproduced({ rngSeed: '3' }), perturb: perturb as never });
    expect(found?.draw).toEqual({ knob: 'rngSeed', setting: '3' });
    expect(found?.failing.map(({ conditions }) => conditions)).toEqual([{ rngSeed: '3' }, { rngSeed: '7' }]);
    // Two of seven draws, and four of thirteen runs that drew for themselves.
    expect(found?.before).toMatchObject({ failures: 6, runs: 20 });
    expect([drawLike('3', 812), drawLike('shuffled-2', 9)]).toEqual(['812', 'shuffled-9']);
  });

  test('takes the rate that needs more passes where the plain command failed otherwise', () => {
    const found = reproduced({ tz: 'Asia/Kathmandu' }, tally(20, 20));
    const plain = { ...found.reproduce, failing: { ...found.reproduce.failing, mode: 'plain' as const } };
    const proof = { kind: 'single', cause: { family: 'external', kind: 'time-zone' }, factors: [], with: tally(5, 10) };
    const before = failingCondition(TARGET, { ...found, reproduce: plain, perturb: { proof } as never })?.before;
    expect(before).toMatchObject({ failures: 5, runs: 10 });
  });
});
