/**
 * Rounds with less CPU time. A test that computes takes as much longer as it gets less, and one that waits takes no longer. Which of both a
 * suite does shows only in such a round, so where the worst case does not fit into the time left, a round runs the files that fit, and what
 * they take tells how many of the others may follow.
 */
import type { TestId } from '../../contract/test-id.ts';
import type { ArmsContext, HuntArm } from './hunt-arm.ts';
import { byFile } from './orders.ts';
import { type Slowdown, slowdownAt } from './slowdown.ts';

/** CPU shares: a slow machine, and a very slow one. */
const SLOW = 0.25;
const VERY_SLOW = 0.1;
/** A round on the very slow one takes at most this part of the budget. */
const VERY_SLOW_SHARE = 0.1;
/** A round of some files may take this part of the time left: the next one knows more. */
const PART_OF_LEFT = 0.5;

const WHY = 'slow machines break waits and limits';

const nameOf = (knob: string, share: number) => `${knob} ${share}`;

export interface SlowArms {
  readonly slow: HuntArm;
  readonly verySlow: HuntArm;
}

export function slowArms(knob: string, context: ArmsContext): SlowArms {
  const slowdown = slowdownAt(SLOW, nameOf(knob, SLOW), context);
  return { slow: slowArm(knob, slowdown, context), verySlow: verySlowArm(knob, slowdown) };
}

/** A round of all tests, if it fits; else of some files, and then of others. */
function slowArm(knob: string, slowdown: Slowdown, { options, suiteMs, leftMs }: ArmsContext): HuntArm {
  const random = options.random.fork('files of slow rounds');
  let waiting: (readonly TestId[])[] = [];
  const costOf = (tests: readonly TestId[]) => slowdown.factor(SLOW) * slowdown.fullMs(tests);
  return {
    name: nameOf(knob, SLOW),
    why: WHY,
    floor: 1,
    // One file at least.
    suiteRuns: () => {
      const whole = costOf(options.suite);
      const shortest = Math.min(...byFile(options.suite).map(costOf));
      return (whole <= leftMs() ? whole : shortest / PART_OF_LEFT) / Math.max(1, suiteMs());
    },
    next: (tests) => {
      const chosen = chosenFrom(tests);
      if (chosen.length === 0) return null;
      slowdown.add(chosen);
      return [{ tests: chosen, how: { conditions: { [knob]: String(SLOW) } } }];
    },
  };

  function chosenFrom(tests: readonly TestId[]): readonly TestId[] {
    if (waiting.length === 0 && costOf(tests) <= leftMs()) return tests;
    if (waiting.length === 0) waiting = random.shuffle(byFile(tests));
    const mostMs = PART_OF_LEFT * leftMs();
    const files: (readonly TestId[])[] = [];
    const rest: (readonly TestId[])[] = [];
    for (const file of waiting) (costOf([...files, file].flat()) <= mostMs ? files : rest).push(file);
    waiting = rest;
    const chosen = new Set(files.flat());
    return tests.filter((test) => chosen.has(test));
  }
}

/** Its cost is foretold from rounds on the less slow one, also where these ran some files only. */
function verySlowArm(knob: string, slowdown: Slowdown): HuntArm {
  return {
    name: nameOf(knob, VERY_SLOW),
    why: WHY,
    floor: 1,
    suiteRuns: () => slowdown.factor(VERY_SLOW),
    share: VERY_SLOW_SHARE,
    next: (tests) => [{ tests, how: { conditions: { [knob]: String(VERY_SLOW) } } }],
  };
}
