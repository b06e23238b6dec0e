/** How much longer tests take with less CPU time, as measured by the rounds of one arm. */
import type { TestId } from '../../contract/test-id.ts';
import type { ArmsContext } from './hunt-arm.ts';

export interface Slowdown {
  /** A round of these tests was chosen. */
  readonly add: (tests: readonly TestId[]) => void;
  /** Of these tests at full speed, in a process that was not started ahead, because none is for rounds with less CPU time. */
  readonly fullMs: (tests: readonly TestId[]) => number;
  /** With this share of the CPU time; before the first round as long as tests take that only compute. */
  readonly factor: (share: number) => number;
}

/** `measured`: the share of the CPU time that rounds of this arm have. */
export function slowdownAt(
  measured: number,
  arm: string,
  { options, duration, suiteMs, roundMs }: Pick<ArmsContext, 'options' | 'duration' | 'suiteMs' | 'roundMs'>,
): Slowdown {
  const chosen = { rounds: 0, fullMs: 0 };
  const testsMs = (tests: readonly TestId[]) => tests.reduce((sum, test) => sum + duration(test), 0);
  const fullMs = (tests: readonly TestId[]) => Math.max(0, suiteMs() - testsMs(options.suite)) + testsMs(tests);
  return {
    add: (tests) => {
      chosen.rounds += 1;
      chosen.fullMs += fullMs(tests);
    },
    fullMs,
    factor: (share) => {
      const meanMs = roundMs(arm);
      const slower = meanMs === null ? 1 / measured : Math.max(1, (chosen.rounds * meanMs) / chosen.fullMs);
      // What waits takes as long as ever, and what computes takes longer by as much as its share is less.
      return 1 + ((slower - 1) * (1 / share - 1)) / (1 / measured - 1);
    },
  };
}
