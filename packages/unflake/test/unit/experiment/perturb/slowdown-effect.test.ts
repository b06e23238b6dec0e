/** When a load that is never quite absent counts as the reason why a rare failure becomes frequent. */
import { describe, expect, test } from 'vitest';
import { isSlowdownEffect, mayBeSlowdownEffect } from '../../../../src/experiment/perturb/slowdown-effect.ts';

const of = (failures: number, runs: number) => ({ failures, runs });

describe('a failure is a slowdown effect', () => {
  test.each([
    [of(10, 10), of(3, 10)],
    [of(6, 6), of(0, 6)],
    [of(18, 20), of(5, 20)],
  ])('from sometimes to nearly always: %o against %o', (fails, left) => {
    expect(isSlowdownEffect(fails, left)).toBe(true);
  });

  test.each([
    ['chance is not ruled out', of(4, 4), of(1, 4)],
    ['it comes in less than four of five runs', of(70, 100), of(5, 100)],
    ['it comes half of the time without the load', of(200, 200), of(100, 200)],
  ])('not if %s', (_, fails, left) => {
    expect(isSlowdownEffect(fails, left)).toBe(false);
  });
});

describe('more runs may make it clear', () => {
  test('after few of either kind, whatever their outcome', () => {
    expect(mayBeSlowdownEffect(of(0, 0), of(0, 0))).toBe(true);
    expect(mayBeSlowdownEffect(of(3, 3), of(3, 3))).toBe(true);
  });

  test('not if it is clear already', () => {
    expect(mayBeSlowdownEffect(of(10, 10), of(3, 10))).toBe(false);
  });

  test('not if the load does not cause it, or it occurs as often without', () => {
    expect(mayBeSlowdownEffect(of(4, 12), of(0, 12))).toBe(false);
    expect(mayBeSlowdownEffect(of(12, 12), of(10, 12))).toBe(false);
  });
});
