import { describe, expect, test } from 'vitest';
import type { TestId } from '../../../../src/contract/test-id.ts';
import { ASIDE, type Trial, type TrialResult } from '../../../../src/contract/trial.ts';
import { diagnosePlan } from '../../../../src/experiment/diagnose/diagnose.ts';
import { explain } from '../../../../src/experiment/explain/explain.ts';
import { mechanism } from '../../../../src/tools/lib/case/write-diagnosis.ts';
import { drivePlan, fakeSuite } from '../../../fake-suite.ts';
import { diagnoseOptions, names } from './diagnose-options.ts';

const FILE = '/tmp/left';
const OTHER = '/tmp/harmless';

interface World {
  /** Leaves the file when it runs. */
  readonly leaver: TestId;
  /** What the target does where the file is. */
  readonly there: 'failed' | 'passed';
  /** Whether the target reads the file at all. */
  readonly reads?: boolean;
}

/** A machine with two files that are left by the same test, of which the target reads one; conditions move them away, as the engine does. */
function diagnosed(suite: readonly TestId[], target: TestId, { leaver, there, reads = true }: World) {
  const files = new Set<string>();
  let inTrial = new Set<string>();
  const fails = (found: boolean) => found === (there === 'failed');
  const fake = fakeSuite({
    target,
    behave: (before) => {
      const found = reads && (inTrial.has(FILE) || before.includes(leaver));
      return fails(found) ? { outcome: 'failed', fingerprint: 'fp', message: 'it failed' } : { outcome: 'passed' };
    },
  });
  const run = (trials: readonly Trial[]): readonly TrialResult[] =>
    trials.flatMap((trial) => {
      const aside = trial.conditions[ASIDE]?.split(':') ?? [];
      inTrial = new Set([...files].filter((file) => !aside.includes(file)));
      const [result] = fake.run([trial]);
      const left = trial.tests.includes(leaver) ? [FILE, OTHER].filter((file) => !files.has(file)) : [];
      for (const file of left) files.add(file);
      return left.length === 0 ? [result!] : [{ ...result!, ending: { ...result!.ending, left } }];
    });
  const options = diagnoseOptions(suite, target, 5);
  const { finding, results } = drivePlan(diagnosePlan(options), run, { budget: options.trials });
  return { ...explain(options, finding.findings), findings: finding.findings, trials: results.length };
}

describe('a break in time', () => {
  const suite = names(8);
  const [leaver, target] = [suite[2]!, suite[5]!];

  test('is traced to the file that was left, and to the test that leaves it', () => {
    const found = diagnosed(suite, target, { leaver, there: 'failed' });
    expect(found).toMatchObject({
      verdict: 'isolated',
      cause: { family: 'ordering', kind: 'residue' },
      polluters: [[leaver]],
      summary: `${target} fails while ${FILE} is there, which ${leaver} leaves behind: outside the process, so that later runs find it too.`,
    });
    expect(mechanism(found.findings, found.verdict)).toEqual({
      kind: 'file',
      name: FILE,
      before: 'absent',
      after: 'present since t-2',
      provedBy: 'restore',
    });
    expect(found.trials).toBeLessThan(60);
  });

  test('is found if the test that leaves the file comes after the target', () => {
    expect(diagnosed(suite, target, { leaver: suite[7]!, there: 'failed' })).toMatchObject({
      verdict: 'isolated',
      cause: { kind: 'residue' },
      polluters: [[suite[7]]],
    });
  });

  test('that the target causes itself is residue without polluters, reproduced with the file and without it', () => {
    const found = diagnosed(suite, target, { leaver: target, there: 'failed' });
    expect(found).toMatchObject({ verdict: 'isolated', cause: { kind: 'residue' }, polluters: [] });
    const { failing, passing } = found.findings.reproduce!;
    expect([failing.conditions, passing!.conditions]).toEqual([{}, { [ASIDE]: FILE }]);
  });

  test('after which it passes names the setter', () => {
    expect(diagnosed(suite, target, { leaver, there: 'passed' })).toMatchObject({
      verdict: 'isolated',
      cause: { family: 'ordering', kind: 'brittle' },
      setters: [leaver],
      polluters: [],
    });
  });

  test('is not seen in a file that no test reads', () => {
    const found = diagnosed(suite, target, { leaver, there: 'failed', reads: false });
    expect(found.findings.residue).toBeNull();
    expect(found.verdict).toBe('not-reproduced');
  });
});
