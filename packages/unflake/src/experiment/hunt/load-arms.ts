/** The arms of a hunt that run the suite beside others, or with less CPU time. */
import type { KnobChoice } from '../../contract/knob.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions } from '../../contract/trial.ts';
import { type ArmsContext, type HuntArm, SUITE_ARM } from './hunt-arm.ts';

/** Whether two copies meet is chance. */
const COPIES_FLOOR = 2;
/** CPU shares: a slow machine, and a very slow one. */
const SLOW = 0.25;
const VERY_SLOW = 0.1;
/** A round on the very slow one takes at most this part of the budget. */
const MAX_SHARE = 0.1;

export function loadArms(context: ArmsContext): readonly HuntArm[] {
  const { knobs, cores, shards } = context.options;
  const has = (name: string) => knobs.find(({ knob }: KnobChoice) => knob === name);
  const many = String(Math.max(2, cores));
  const slow = has('cpu') ?? has('quota');
  return [
    ...(slow ? [slowArm(slow.knob, SLOW)] : []),
    ...(has('copies') ? [load('3 copies', 'parallel runs may collide', { copies: '3' }, COPIES_FLOOR)] : []),
    ...(has('workers') ? [load(`${many} workers`, 'tests in parallel may collide', { workers: many }, 1)] : []),
    // Machines that share rounds measure nothing, so that none can say what it costs.
    ...(slow && shards === undefined ? [slowestArm(slow.knob, context)] : []),
  ];
}

const load = (name: string, why: string, conditions: Conditions, floor: number): HuntArm => ({
  name,
  why,
  floor,
  next: (tests: readonly TestId[]) => [{ tests, how: { conditions } }],
});

function slowArm(knob: string, share: number): HuntArm {
  const why = 'slow machines break waits and limits';
  return { ...load(`${knob} ${share}`, why, { [knob]: String(share) }, 1), suiteRuns: () => 1 / share };
}

/** Tests that wait cost no more on a slow machine, so the cost is foretold from a round on the less slow one. */
function slowestArm(knob: string, { options, roundMs }: ArmsContext): HuntArm {
  const arm = slowArm(knob, VERY_SLOW);
  const measured = () => ({ full: roundMs(SUITE_ARM), slow: roundMs(`${knob} ${SLOW}`) });
  const isCheap = () => {
    const { full, slow } = measured();
    if (full === null || slow === null) return true;
    const perSlowdown = (slow - full) / (1 / SLOW - 1);
    return full + perSlowdown * (1 / VERY_SLOW - 1) <= MAX_SHARE * options.budgetMs;
  };
  return {
    ...arm,
    suiteRuns: () => {
      const { full, slow } = measured();
      return full === null || slow === null ? 1 / VERY_SLOW : (slow / full) * (SLOW / VERY_SLOW);
    },
    next: (tests) => (isCheap() ? arm.next(tests) : null),
  };
}
