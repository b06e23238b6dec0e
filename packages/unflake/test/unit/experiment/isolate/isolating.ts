/** What the tests of isolating share: the plan on fake arms, with a suite that costs more than the test alone. */
import { isolate } from '../../../../src/experiment/isolate/isolate.ts';
import type { IsolateOptions } from '../../../../src/experiment/isolate/isolate-options.ts';
import { drivePlan } from '../../../fake-suite.ts';
import { type ArmsWorld, armsLab, TARGET } from '../arms.ts';

const nothing = { failures: 0, runs: 0, trials: [] };
export const COSTS = { alone: 1, suite: 20, file: 3, twice: 1 };

export function planOf(lab: ReturnType<typeof armsLab>, options: Partial<IsolateOptions> = {}) {
  return isolate({
    target: TARGET,
    alone: lab.arm('alone'),
    suite: lab.arm('suite'),
    file: null,
    twice: null,
    known: { alone: nothing, suite: nothing },
    fingerprints: null,
    jobs: 1,
    maxTrials: 1000,
    ...options,
  });
}

export function run(world: ArmsWorld, options: Partial<IsolateOptions> = {}, limits: { budget?: number } = {}) {
  const lab = armsLab({ costs: COSTS, ...world });
  return { lab, ...drivePlan(planOf(lab, options), lab.suite.run, limits) };
}
