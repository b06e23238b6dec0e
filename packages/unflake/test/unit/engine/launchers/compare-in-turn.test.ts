import { random } from '@unflake/testkit/random';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../../src/contract/outcome.ts';
import { testId } from '../../../../src/contract/test-id.ts';
import { type ComparedRun, disagreement } from '../../../../src/engine/launchers/agreement.ts';
import { compareInTurn, HANGS } from '../../../../src/engine/launchers/compare-in-turn.ts';

const BY = 'the built program';
const MAX_RUNS = 9;

const run = (...outcomes: readonly Outcome[]): ComparedRun =>
  outcomes.map((outcome, at) => ({ test: testId(`t${at}`), run: 0, outcome }));

/** Gives these runs in this order; the first of the runner itself is the one that the comparison begins with. */
async function compared(cold: readonly (ComparedRun | null)[], fast: readonly ComparedRun[]) {
  const ran: string[] = ['cold'];
  let next = 0;
  const differs = await compareInTurn(cold[0]!, BY, {
    cold: async () => cold[ran.push('cold') - 1 - next]!,
    fast: async () => {
      ran.push('fast');
      next += 1;
      return fast[next - 1]!;
    },
  });
  return { differs, ran };
}

const always = <T>(value: T): readonly T[] => Array.from({ length: MAX_RUNS }, () => value);

describe('a comparison of launchers', () => {
  test('needs one run of the runner itself while nothing differs', async () => {
    const { differs, ran } = await compared(always(run('passed', 'failed')), always(run('passed', 'failed')));
    expect(differs).toBeNull();
    expect(ran).toEqual(['cold', 'fast', 'fast', 'fast']);
  });

  test('runs the runner itself until it excuses a difference', async () => {
    const { differs, ran } = await compared([run('passed'), run('failed')], always(run('failed')));
    expect(differs).toBeNull();
    expect(ran).toEqual(['cold', 'fast', 'fast', 'cold', 'fast']);
  });

  test('runs both nine times, in turns, before it tells a difference', async () => {
    const { differs, ran } = await compared(always(run('passed')), always(run('failed')));
    expect(differs).toBe(
      't0 was passed in 9 of 9 runs started by the runner itself, and failed in 9 of 9 runs of the built program',
    );
    expect(ran.filter((one) => one === 'cold')).toHaveLength(MAX_RUNS);
    expect(ran.slice(0, 6)).toEqual(['cold', 'fast', 'fast', 'cold', 'fast', 'cold']);
  });

  test('gives up when the runner itself does not end, three times', async () => {
    const { differs } = await compared([run('passed'), null, null, null], always(run('failed')));
    expect(differs).toBe(HANGS);
  });

  test('comes to the same verdict as if the runner itself had run each time', async () => {
    const draws = random(7);
    const drawn = (failing: number): ComparedRun =>
      run(...[failing, 0.3, 0].map((rate): Outcome => (draws.boolean(rate) ? 'failed' : 'passed')));
    const verdicts = new Set<boolean>();
    for (let round = 0; round < 2000; round += 1) {
      const rates = { cold: round % 4 === 0 ? 0.4 : 0, fast: (round % 5) / 8 };
      const cold = Array.from({ length: MAX_RUNS }, () => drawn(rates.cold));
      const fast = Array.from({ length: MAX_RUNS }, () => drawn(rates.fast));
      const after = (runs: number, tolerated: number) =>
        disagreement(cold.slice(0, runs), fast.slice(0, runs), { tolerated, by: BY });
      const agrees = after(3, 0) === null || after(MAX_RUNS, 2) === null;
      verdicts.add(agrees);
      expect((await compared(cold, fast)).differs === null, `round ${round}`).toBe(agrees);
    }
    expect(verdicts.size).toBe(2);
  });
});
