/** Sources in the code shift hypotheses a little and decide nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CAUSES } from '../../../../src/contract/cause.ts';
import type { Tally } from '../../../../src/contract/findings.ts';
import { SEVERITIES } from '../../../../src/contract/scan.ts';
import type { StaticSource } from '../../../../src/contract/static-source.ts';
import { type FindingsSoFar, nothingYet } from '../../../../src/experiment/diagnose/findings-so-far.ts';
import { explain } from '../../../../src/experiment/explain/explain.ts';
import { weight } from '../../../../src/experiment/explain/posterior.ts';
import { sourceClues, suspectedBy } from '../../../../src/experiment/explain/source-clues.ts';
import { SUSPECT_NAMES } from '../../../../src/experiment/explain/suspects.ts';
import { diagnoseOptions, names } from '../diagnose/diagnose-options.ts';

const source = (changes: Partial<StaticSource> = {}): StaticSource => ({
  rule: 'python/unseeded-random',
  file: 'app/dice.py',
  line: 3,
  cause: { family: 'nondeterminism', kind: 'randomness' },
  severity: 'warning',
  message: 'uses unseeded randomness',
  ...changes,
});

const suite = names(3);
const options = diagnoseOptions(suite, suite[1]!, 1, {});
const tally = (failures: number, runs: number): Tally => ({ failures, runs, trials: ['t-1'] });
/** It fails by itself sometimes; nothing more is known. */
const findings: FindingsSoFar = {
  ...nothingYet(),
  confirm: {
    kind: 'flaky',
    arms: { alone: tally(2, 6), suite: tally(1, 4) },
    all: { failures: 3, runs: 10 },
    interval: { low: 0.1, high: 0.6, level: 0.95 },
    band: 'sometimes',
    bound: null,
    fingerprints: [],
  },
};
const explained = (sources: readonly StaticSource[]) => explain({ ...options, sources }, findings);
const chanceOf = (sources: readonly StaticSource[], kind: string) =>
  explained(sources).hypotheses.find((one) => one.kind === kind)!.posterior;

describe('sources in the code', () => {
  test('raise their hypothesis, and are listed as evidence for it', () => {
    expect(chanceOf([source()], 'randomness')).toBeGreaterThan(chanceOf([], 'randomness'));
    const rng = explained([source()]).hypotheses.find(({ kind }) => kind === 'randomness')!;
    expect(rng.for).toContain('the code that it runs uses unseeded randomness (app/dice.py:3)');
  });

  test('of one kind count once, however many there are', () => {
    const many = [1, 2, 3].map((line) => source({ line }));
    expect(chanceOf(many, 'randomness')).toBeCloseTo(chanceOf([source()], 'randomness'), 10);
    expect(sourceClues(many).map(({ says }) => says)).toEqual([
      'the code that it runs uses unseeded randomness (app/dice.py:1, and 2 more like it)',
    ]);
  });

  test('never say more than ten times as likely', () => {
    for (const severity of SEVERITIES) {
      const [clue] = sourceClues([source({ severity })]);
      for (const name of SUSPECT_NAMES) expect(Math.abs(weight(clue!, name))).toBeLessThanOrEqual(Math.log(10));
    }
  });

  test('a name that can collide supports a collision', () => {
    expect(suspectedBy({ cause: { family: 'nondeterminism', kind: 'collision' } })).toBe('collision');
  });

  test('decide nothing: verdict, cause, statuses and evidence are the same without them', () => {
    const causes = Object.entries(CAUSES).flatMap(([family, kinds]) => kinds.map((kind) => ({ family, kind })));
    const any = fc.record({ cause: fc.constantFrom(...causes), severity: fc.constantFrom(...SEVERITIES) });
    const decided = ({ verdict, cause, evidence, hypotheses }: ReturnType<typeof explain>) => ({
      verdict,
      cause,
      evidence,
      confirmed: hypotheses.filter(({ status }) => status === 'confirmed').map(({ kind }) => kind),
    });
    const without = decided(explained([]));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), (some) => {
        expect(decided(explained(some.map((one) => source(one as Partial<StaticSource>))))).toEqual(without);
      }),
      { numRuns: 60, seed: 5 },
    );
  });
});
