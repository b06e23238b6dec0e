/**
 * Finds the tests that cause the event only together, last one first, in forks of one process. It trusts one answer per set; separate
 * trials must prove the result.
 */
import type { TestId } from '../../contract/test-id.ts';
import type { Plan } from '../plan.ts';
import { forkScreen, type SetScreen } from './fork-screen.ts';

const MAX_TOGETHER = 8;
/** Positions tested per trial: more would repeat long runs needlessly, fewer would need more trials. */
const PLACES = 7;

export interface JointScreen extends SetScreen {
  readonly event: 'failure' | 'pass';
}

/** `list` in an order that has shown the event. Null where it does not show it here, or too many would be needed. */
export function* jointScreen(screen: JointScreen, list: readonly TestId[]): Plan<readonly TestId[] | null> {
  let set: readonly TestId[] = [];
  let rest = list;
  while (set.length <= MAX_TOGETHER) {
    const start: number | null = yield* largestStart(screen, set, rest);
    if (start === null) return null;
    if (start === rest.length) return yield* withoutSpare(screen, set);
    set = [...set, rest[start]!];
    rest = rest.slice(start + 1);
  }
  return null;
}

/** The largest start from which the rest, behind the set, still brings the event; its length means that the set is enough. */
function* largestStart(screen: JointScreen, set: readonly TestId[], rest: readonly TestId[]): Plan<number | null> {
  let known = -1;
  let end = rest.length + 1;
  while (end - known > 1) {
    const places = placesBetween(known, end);
    const answers = yield* forkScreen(
      screen,
      places.map((start) => [...set, ...rest.slice(start)]),
    );
    const last = answers.findLastIndex(({ event }) => event === screen.event);
    if (last < 0 && known < 0) return null;
    end = places[last + 1] ?? end;
    known = places[last] ?? known;
  }
  return known;
}

/** Places strictly between, the first one of a search among them, spread evenly. */
function placesBetween(known: number, end: number): readonly number[] {
  const first = known + 1;
  const count = end - first;
  if (count <= PLACES) return Array.from({ length: count }, (_, at) => first + at);
  return [...new Set(Array.from({ length: PLACES }, (_, at) => first + Math.round((at * (count - 1)) / (PLACES - 1))))];
}

/** Drops tests that are not needed: a cleaner may have hidden that fewer suffice. */
function* withoutSpare(screen: JointScreen, set: readonly TestId[]): Plan<readonly TestId[] | null> {
  if (set.length === 0) return null;
  if (set.length === 1) return set;
  const fewer = set.map((test) => set.filter((other) => other !== test));
  const answers = yield* forkScreen(screen, fewer);
  const enough = answers.find(({ event }) => event === screen.event);
  return enough === undefined ? set : yield* withoutSpare(screen, enough.set);
}
