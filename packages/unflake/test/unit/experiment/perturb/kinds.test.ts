import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../../src/contract/outcome.ts';
import { testId } from '../../../../src/contract/test-id.ts';
import type { TrialResult } from '../../../../src/contract/trial.ts';
import { drawKind } from '../../../../src/experiment/diagnose/turn-seeds.ts';
import { timingKind } from '../../../../src/experiment/perturb/timing-kind.ts';
import { fakeMake, fakeSuite } from '../../../fake-suite.ts';

const target = testId('the target');

function failing(message: string, outcome: Outcome = 'failed', problems: readonly string[] = []): TrialResult {
  const suite = fakeSuite({ target, behave: () => ({ outcome, fingerprint: 'fp', message }) });
  const [result] = suite.run([fakeMake(target)([target])]);
  return { ...result!, problems };
}

const timing = (...results: readonly TrialResult[]) => timingKind(results, target, ['t-1']);

describe('the kind of a timing failure', () => {
  test.each([
    ['Timeout of 2000ms exceeded', 'tight-timeout'],
    ['test timed out after 50ms', 'tight-timeout'],
    ['context deadline exceeded', 'tight-timeout'],
    ['assert 0.153 < 0.1', 'elapsed-time-assertion'],
    ['The expression evaluated to a falsy value: assert.ok(took <= 50)', 'elapsed-time-assertion'],
    ['expect(received).toBeLessThan(expected)', 'elapsed-time-assertion'],
    ['expected 12 to equal 13', 'short-wait'],
    ['undefined is not ready', 'short-wait'],
  ])('of "%s" is %s', (message, kind) => {
    expect(timing(failing(message))).toBe(kind);
  });

  test('is a time-out when the runner says that the test was ended', () => {
    expect(timing(failing('', 'timed-out'))).toBe('tight-timeout');
  });

  test('is a missing await when work continues after the end', () => {
    const problems = ['unhandled rejection: not yet'];
    expect(timing(failing('expected 1, got 2', 'failed', problems))).toBe('missing-await');
  });

  test('follows most of the failing trials, and no others', () => {
    const [a, b, c] = [failing('timed out'), failing('timed out'), failing('expected 1, got 2')];
    const trials = [a, { ...b, id: 't-2' }, { ...c, id: 't-3' }] as const;
    expect(timingKind(trials, target, ['t-1', 't-2', 't-3'])).toBe('tight-timeout');
    expect(timingKind(trials, target, ['t-3'])).toBe('short-wait');
  });
});

test.each([
  ['assert 0.9993 == approx(1.0 ± 1.0e-06)', 'tolerance'],
  ['expect(received).toBeCloseTo(expected, precision)', 'tolerance'],
  ['assert "b" == "a"', 'randomness'],
  ['assert 0.12 > 0.3', 'randomness'],
] as const)('a draw that ends in "%s" is %s', (message, kind) => {
  expect(drawKind('randomness', [failing(message)], target, ['t-1'])).toBe(kind);
  expect(drawKind('iteration-order', [failing(message)], target, ['t-1'])).toBe('iteration-order');
});
