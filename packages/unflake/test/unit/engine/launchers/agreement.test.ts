import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../../src/contract/outcome.ts';
import { testId } from '../../../../src/contract/test-id.ts';
import { type ComparedRun, disagreement } from '../../../../src/engine/launchers/agreement.ts';

const run = (outcomes: Readonly<Record<string, Outcome>>): ComparedRun =>
  Object.entries(outcomes).map(([id, outcome]) => ({ test: testId(id), run: 0, outcome }));
const times = (count: number, outcomes: Readonly<Record<string, Outcome>>): ComparedRun[] =>
  Array.from({ length: count }, () => run(outcomes));
const BY = 'the built program';
const failing = (...fingerprints: readonly (string | undefined)[]): ComparedRun[] =>
  fingerprints.map((fingerprint) => [
    { test: testId('a'), run: 0, outcome: 'failed', ...(fingerprint === undefined ? {} : { fingerprint }) },
  ]);
const STRICT = { tolerated: 0, by: BY };

describe('two launchers', () => {
  test('agree when every test ends alike', () => {
    const same = times(3, { a: 'passed', b: 'failed' });
    expect(disagreement(same, same, STRICT)).toBeNull();
  });

  test('disagree when a test that cold always passes fails once', () => {
    const cold = times(3, { a: 'passed' });
    const fast = [...times(2, { a: 'passed' }), run({ a: 'failed' })];
    expect(disagreement(cold, fast, STRICT)).toBe(
      'a was passed in 3 of 3 runs started by the runner itself, and failed in 1 of 3 runs of the built program',
    );
  });

  test('may differ as often as is tolerated, and not once more', () => {
    const cold = times(9, { a: 'passed' });
    const fast = (failures: number) => [...times(9 - failures, { a: 'passed' }), ...times(failures, { a: 'failed' })];
    expect(disagreement(cold, fast(2), { tolerated: 2, by: BY })).toBeNull();
    expect(disagreement(cold, fast(3), { tolerated: 2, by: BY })).toMatch(/failed in 3 of 9/);
  });

  test('have nothing to agree on if cold runs differ among themselves', () => {
    const cold = [run({ a: 'failed' }), ...times(2, { a: 'passed' })];
    expect(disagreement(cold, times(3, { a: 'failed' }), STRICT)).toBeNull();
  });

  test('disagree about a test that only one of them knows', () => {
    expect(disagreement(times(3, { a: 'passed', b: 'passed' }), times(3, { a: 'passed' }), STRICT)).toMatch(
      /^b .*missing/,
    );
    expect(disagreement(times(3, { a: 'passed' }), times(3, { a: 'passed', b: 'passed' }), STRICT)).toMatch(
      /^b was missing .* passed/,
    );
  });

  test('disagree when a test that cold always fails alike fails in another way', () => {
    const cold = failing('x', 'x', 'x');
    expect(disagreement(cold, cold, STRICT)).toBeNull();
    expect(disagreement(cold, failing('x', 'y', 'x'), STRICT)).toBe(
      'a failed with the same message in 3 of 3 runs started by the runner itself, and with another one in 1 of 3 runs of the built program',
    );
    expect(disagreement(cold, failing('x', undefined, 'x'), STRICT)).toMatch(/another one in 1 of 3/);
    expect(disagreement(cold, failing('x', 'y', 'x'), { tolerated: 1, by: BY })).toBeNull();
  });

  test('have nothing to agree on if the messages of cold runs differ', () => {
    expect(disagreement(failing('x', 'z', 'x'), failing('y', 'y', 'y'), STRICT)).toBeNull();
    expect(disagreement(failing(undefined, undefined), failing(undefined, undefined), STRICT)).toBeNull();
  });
});
