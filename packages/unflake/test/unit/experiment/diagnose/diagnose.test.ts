import { describe, expect, test } from 'vitest';
import type { Capabilities } from '../../../../src/contract/runner.ts';
import type { TestId } from '../../../../src/contract/test-id.ts';
import type { FakeWorld } from '../../../fake-suite.ts';
import { diagnosed, names, PYTEST_LIKE } from './diagnose-options.ts';

const suite = names(20);
const [, , polluter, , , second] = suite as [TestId, TestId, TestId, TestId, TestId, TestId];
const target = suite[14]!;

describe('diagnose on a fake suite', () => {
  test('isolates a victim and names its polluter', () => {
    const answer = diagnosed({ polluters: [[polluter]] }, suite, target);
    expect(answer.verdict).toBe('isolated');
    expect(answer.cause).toMatchObject({ family: 'ordering', kind: 'victim' });
    expect(answer.polluters).toEqual([[polluter]]);
    expect(answer.cause!.confidence).toBeGreaterThan(0.95);
    expect(answer.hypotheses.length).toBeGreaterThanOrEqual(4);
    expect(answer.hypotheses.filter(({ status }) => status === 'confirmed')).toHaveLength(1);
  });

  test('names every independent polluter, and joint ones as one set', () => {
    expect(diagnosed({ polluters: [[polluter], [second]] }, suite, target).polluters).toEqual([[polluter], [second]]);
    expect(diagnosed({ polluters: [[polluter, second]] }, suite, target).polluters).toEqual([[polluter, second]]);
  });

  test('names the polluter of a victim that fails only in the reversed suite', () => {
    const late = suite[17]!;
    const answer = diagnosed({ polluters: [[late]] }, suite, target);
    expect(answer.verdict).toBe('isolated');
    expect(answer.polluters).toEqual([[late]]);
  });

  test('isolates a brittle test and its setter', () => {
    const answer = diagnosed({ setters: [polluter] }, suite, target);
    expect(answer.verdict).toBe('isolated');
    expect(answer.cause).toMatchObject({ family: 'ordering', kind: 'brittle' });
    expect(answer.setters).toEqual([polluter]);
    expect(answer.polluters).toEqual([]);
  });

  test('isolates a self-polluter, which fails the second time in one process', () => {
    const behave: FakeWorld['behave'] = (before) =>
      before.includes(target) ? { outcome: 'failed', fingerprint: 'twice', message: 'again' } : { outcome: 'passed' };
    const answer = diagnosed({ behave }, suite, target);
    expect(answer.verdict).toBe('isolated');
    expect(answer.cause).toMatchObject({ family: 'ordering', kind: 'self-polluter' });
  });

  test('calls what crosses processes residue', () => {
    const can: Capabilities = { ...PYTEST_LIKE, process: 'file', order: 'within-file' };
    const both = [...names(6, 'one.js'), ...names(6, 'two.js')];
    const answer = diagnosed({ polluters: [[both[3]!]] }, both, both[9]!, 5, { can });
    expect(answer.cause).toMatchObject({ family: 'ordering', kind: 'residue' });
  });

  test('calls a test that always fails broken, not flaky', () => {
    const answer = diagnosed({ p: 1, q: 1 }, suite, target);
    expect(answer.verdict).toBe('broken');
    expect(answer.cause).toBeNull();
  });

  test('says not-reproduced with a bound when nothing fails', () => {
    const answer = diagnosed({}, suite, target);
    expect(answer.verdict).toBe('not-reproduced');
    expect(answer.summary).toMatch(
      /did not fail in \d+ runs in \d+ s; failure rate below \d+\.\d % \(95 % confidence\)/,
    );
    expect(answer.notTried.length).toBeGreaterThan(0);
  });

  test('never isolates chance failures', () => {
    const verdicts = [0.05, 0.3, 0.6, 0.9].flatMap((q) =>
      [11, 12, 13].map((seed) => diagnosed({ q }, suite, target, seed).verdict),
    );
    expect(new Set(verdicts)).not.toContain('isolated');
    expect(new Set(verdicts)).not.toContain('broken');
  });

  test('never isolates an order whose victim also fails without it sometimes', () => {
    const answers = [11, 12, 13, 14, 15, 16].map((seed) =>
      diagnosed({ polluters: [[polluter]], q: 0.3 }, suite, target, seed),
    );
    expect(answers.map(({ verdict }) => verdict)).not.toContain('isolated');
  });

  test('isolates a victim that also fails by itself with another failure, and reports both', () => {
    const does: FakeWorld['behave'] = (before, _trial, rng) => {
      if (before.includes(polluter)) return { outcome: 'failed', fingerprint: 'f-value-frame-words' };
      return rng.float() < 0.3 ? { outcome: 'failed', fingerprint: 'f-race-line-words' } : { outcome: 'passed' };
    };
    const answers = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => diagnosed({ behave: does }, suite, target, seed));
    for (const { verdict, polluters } of answers) if (verdict === 'isolated') expect(polluters).toEqual([[polluter]]);
    const isolated = answers.filter(({ verdict }) => verdict === 'isolated');
    expect(isolated.length).toBeGreaterThanOrEqual(6);
    expect(isolated.some(({ summary }) => summary.includes('There are two failures'))).toBe(true);
  });

  test('says that nothing is known when it was stopped before the first outcome', () => {
    const world: Omit<FakeWorld, 'target'> = { behave: () => ({ outcome: 'missing' }) };
    const answer = diagnosed(world, suite, target, 5, { trials: 2 });
    expect(answer).toMatchObject({ verdict: 'not-reproduced', summary: expect.stringContaining('no outcome yet') });
  });

  test('says blocked when the target never gets an outcome', () => {
    expect(diagnosed({ behave: () => ({ outcome: 'missing' }) }, suite, target).verdict).toBe('blocked');
  });

  test('finds a polluter that has an effect half of the time, over seeds', () => {
    const answers = [21, 22, 23, 24, 25].map((seed) =>
      diagnosed({ polluters: [[polluter]], p: 0.5 }, suite, target, seed),
    );
    expect(answers.map(({ verdict }) => verdict)).toEqual(Array(5).fill('isolated'));
    expect(answers.map(({ polluters }) => polluters)).toEqual(Array(5).fill([[polluter]]));
  });

  test('runs the suite once before it tries other orders, and four times before it changes any setting', () => {
    const { steps } = diagnosed({}, names(500), names(500)[437]!);
    const suiteRuns = (end: (phase: string) => boolean) => {
      const looked = steps.slice(
        0,
        steps.findIndex(({ phase }) => end(phase)),
      );
      const confirming = looked.filter(({ phase }) => phase === 'confirm');
      const sizes = confirming.flatMap(({ trials }) => trials.map(({ tests }) => tests.length));
      return sizes.filter((size) => size > 1).length;
    };
    expect(suiteRuns((phase) => phase !== 'confirm')).toBe(1);
    expect(suiteRuns((phase) => phase === 'perturb')).toBe(4);
  });

  test('concludes from what it has when the budget ends, and says what was not tried', () => {
    const answer = diagnosed({ polluters: [[polluter]], p: 0.3 }, suite, target, 5, { trials: 12 });
    expect(answer.verdict).not.toBe('isolated');
    expect(answer.notTried.map(({ why }) => why)).toContain('the budget of trials or minutes was spent');
  });

  test('follows the fixed protocol when asked, and never calls its result isolated', () => {
    const answer = diagnosed({ polluters: [[polluter]] }, suite, target, 5, { protocol: 'fixed' });
    expect(answer).toMatchObject({ verdict: 'narrowed', polluters: [[polluter]] });
    expect(answer.summary).toContain(
      '0 of 20 runs alone failed; failed 0/5 alone, 5/5 in the suite: ordering-dependent',
    );
    expect(diagnosed({}, suite, target, 5, { protocol: 'fixed' }).summary).toContain(
      '25 runs alone and in 5 in the suite',
    );
    const flaky = diagnosed({ polluters: [[polluter]], q: 0.2 }, suite, target, 8, { protocol: 'fixed' });
    expect(flaky.verdict).toBe('narrowed');
    expect(flaky.findings.fixedProtocol!.multiRun.marks).toHaveLength(10);
  });

  test('chooses the same trials for the same seed', () => {
    const runs = [1, 2].map(() => diagnosed({ polluters: [[polluter]], p: 0.5 }, suite, target, 9).ran);
    expect(runs[0]).toEqual(runs[1]);
  });

  test('costs a deterministic victim among twenty tests at most 26 trials', () => {
    // Confirm 2, isolate 3 + 2, file 1, twice 1, search about log2(14) + 3 fresh, rest 2, cleaners 1, reproduce 2 + 2.
    expect(diagnosed({ polluters: [[polluter]] }, suite, target).trials).toBeLessThanOrEqual(26);
  });

  test('runs the commands of a deterministic order less often once all trials matched its prediction', () => {
    const runs = (world: Omit<FakeWorld, 'target'>) =>
      diagnosed(world, names(500), names(500)[437]!, 5, { can: { ...PYTEST_LIKE, fork: true } }).findings.reproduce!
        .fails.runs;
    expect(runs({ polluters: [[polluter]] })).toBeLessThan(3);
    expect(runs({ polluters: [[polluter]], p: 0.8 })).toBeGreaterThanOrEqual(3);
  });

  test('looks for cleaners only among tests that have not yet run between polluter and victim', () => {
    const { ran } = diagnosed({ polluters: [[polluter]] }, suite, target);
    const late = ran.findLast(({ tests, mode }) => mode === 'probe' && tests.length > 2 && tests[0] === polluter)!;
    expect(late.tests).toEqual([polluter, suite[0], suite[1], ...suite.slice(15), target]);
  });
});
