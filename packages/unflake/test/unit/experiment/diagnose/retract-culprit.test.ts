import { describe, expect, test } from 'vitest';
import type { OrderFinding, Tally } from '../../../../src/contract/findings.ts';
import type { FactorProof } from '../../../../src/contract/perturb-finding.ts';
import { type FindingsSoFar, nothingYet } from '../../../../src/experiment/diagnose/findings-so-far.ts';
import { retractCulprit } from '../../../../src/experiment/diagnose/retract-culprit.ts';
import { fakeMake } from '../../../fake-suite.ts';
import { names } from './diagnose-options.ts';

const [polluter, target] = names(2) as [ReturnType<typeof names>[number], ReturnType<typeof names>[number]];
const count = (failures: number, runs: number, from = 1): Tally => ({
  failures,
  runs,
  trials: Array.from({ length: runs }, (_, at) => `t-${from + at}` as const),
});

const CULPRITS: OrderFinding = {
  kind: 'culprits',
  sets: [[polluter]],
  confirmed: [{ with: count(2, 2), without: count(0, 2) }],
  complete: true,
  suspects: [],
  other: { pair: 0, size: 0, none: 0 },
  steps: [],
  trials: [],
};

function reproduced(fails: Tally, passes: Tally, confirmed: boolean, repeat = 1): FindingsSoFar {
  const trial = fakeMake(target)([polluter, target], { repeat });
  const reproduce = { failing: trial, passing: trial, fails, passes, confirmed };
  return { ...nothingYet(), searched: 'victim', order: CULPRITS, reproduce };
}

describe('a culprit whose reproduction', () => {
  test('fails as often without it is retracted', () => {
    const findings = reproduced(count(5, 10), count(6, 10), false);
    expect(retractCulprit(findings)).toMatchObject({
      retracted: { order: { kind: 'unresolved', sets: [], confirmed: [] }, searched: null, cleaners: null },
      searchAgain: true,
    });
  });

  test('was confirmed stays', () => {
    const findings = reproduced(count(3, 3), count(0, 3), true);
    expect(retractCulprit(findings)).toEqual({ retracted: {}, searchAgain: false });
  });

  test('leans that way stays named, although not proved', () => {
    const findings = reproduced(count(4, 60), count(0, 60), false);
    expect(retractCulprit(findings)).toEqual({ retracted: {}, searchAgain: false });
  });
});

test('a knob whose reproduction fails as often without it keeps the doubt', () => {
  const proof: FactorProof = {
    kind: 'single',
    factors: [{ knob: 'cpu', setting: '0.25' }],
    cause: { family: 'timing', kind: 'short-wait' },
    failing: { cpu: '0.25' },
    passing: { cpu: '1' },
    with: count(2, 5),
    without: count(0, 0),
    pinned: count(0, 3),
    control: count(0, 10),
    levels: null,
    doubt: null,
  };
  const perturb = { seeds: [], screens: [], passed: [], needs: [], trials: [], proof };
  const doubtAfter = (fails: Tally, passes: Tally, confirmed: boolean) => {
    const findings: FindingsSoFar = { ...reproduced(fails, passes, confirmed), order: null, perturb };
    const { retracted, searchAgain } = retractCulprit(findings);
    expect(searchAgain).toBe(false);
    return { ...findings, ...retracted }.perturb!.proof!.doubt;
  };
  expect(doubtAfter(count(6, 60), count(5, 60), false)).toContain('does not fail more often');
  expect(doubtAfter(count(4, 60), count(0, 60), false)).toBeNull();
  expect(doubtAfter(count(3, 3), count(0, 3), true)).toBeNull();
});

test('a second run that does not fail more than a single one adds these runs to the count', () => {
  const twice = { first: count(0, 3), second: count(3, 3) };
  const findings: FindingsSoFar = {
    ...reproduced(count(5, 10, 100), count(5, 10, 200), false, 2),
    order: null,
    provoke: { twice, reversed: null, reversedBefore: [] },
  };
  const { retracted, searchAgain } = retractCulprit(findings);
  expect(searchAgain).toBe(true);
  expect(retracted.provoke!.twice).toMatchObject({
    first: { failures: 5, runs: 13 },
    second: { failures: 8, runs: 13 },
  });
  expect(retracted.provoke!.twice!.second.trials).toContain('t-100');
});
