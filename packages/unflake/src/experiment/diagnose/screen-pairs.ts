/**
 * Runs each other test directly before the target. A pair exposes what a long run hides when tests in between clean up. Uses the cheapest
 * means of the runner: forks of one process, one process that runs the target after each test, or a process per pair.
 */

import { fileOf } from '../../contract/file-of.ts';
import type { ScreenPairsFinding } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import { plural } from '../../text/plural.ts';
import { countedFailures } from '../counted-failures.ts';
import { eventOf } from '../event-of.ts';
import { forkScreen, type ScreenedSet, type SetScreen } from '../order/fork-screen.ts';
import { interleavedScreen } from '../order/interleaved-screen.ts';
import { ask, type Plan, say } from '../plan.ts';
import { costs } from './costs.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import { timeLeftMs } from './resolved-diagnose-options.ts';

/** Upper bound on the total time with a process per pair. */
const MAX_COLD_MS = 30_000;
const MAX_COLD_PAIRS = 60;

/** Upper bound on the total time of the screen, by the times of its tests. */
const MAX_SCREEN_MS = 90_000;
const SCREEN_SHARE = 0.2;
const MAX_PASSES = 4;
const MAX_PASSES_MS = 6_000;

/** Null where no pair can be run. `again`: the target can run twice in one process and does the same. */
export function* screenPairs(
  context: DiagnosisContext,
  event: 'failure' | 'pass',
  { again }: { readonly again: boolean },
): Plan<ScreenPairsFinding | null> {
  const all = candidatesOf(context);
  const candidates = all.slice(0, countThatFits(context, all));
  if (candidates.length === 0) return null;
  const screened = yield* screenBy(context, event, candidates, wayOf(context, again));
  const found = { ...screened, left: [...screened.left, ...all.slice(candidates.length)] };
  const does = event === 'failure' ? 'fails' : 'passes';
  yield* say('bisect', `${does} directly after ${found.hits.length} of ${plural(found.asked, 'other test')}`);
  return found;
}

/** Each test and the target after it, within a share of the remaining time. */
function countThatFits({ options, seen }: DiagnosisContext, candidates: readonly TestId[]): number {
  const { duration } = costs(seen);
  const limit = Math.min(MAX_SCREEN_MS, SCREEN_SHARE * timeLeftMs(options, seen));
  let ms = 0;
  const end = candidates.findIndex((test) => {
    ms += duration(test) + duration(options.target);
    return ms > limit;
  });
  return end < 0 ? candidates.length : end;
}

function wayOf({ options: { can } }: DiagnosisContext, again: boolean): ScreenPairsFinding['way'] {
  if (can.fork) return 'forks';
  return again && can.repeat && can.order !== 'none' && can.order !== 'file' ? 'one-process' : 'pairs';
}

function* screenBy(
  context: DiagnosisContext,
  event: 'failure' | 'pass',
  candidates: readonly TestId[],
  way: ScreenPairsFinding['way'],
): Plan<ScreenPairsFinding> {
  const since = context.seen.length;
  const screen = screenOf(context, candidates.length);
  const finding = (hits: readonly TestId[], left: readonly TestId[], passed: readonly TestId[]) => ({
    event,
    way,
    hits,
    others: passed,
    asked: candidates.length - left.length,
    left,
    trials: context.seen.slice(since).map(({ id }) => id),
  });
  switch (way) {
    case 'forks': {
      const sets = candidates.map((test) => [test]);
      let answers = yield* forkScreen(screen, sets);
      // One pass misses a polluter that acts half the time every second time, and a pass is short.
      for (let pass = 1; pass < MAX_PASSES && mayHaveMissed(context, since, answers, event); pass += 1)
        answers = yield* forkScreen(screen, sets);
      const those = (wanted: (event: string) => boolean) =>
        answers.filter((one) => wanted(one.event)).map(({ set }) => set[0]!);
      return finding(
        those((one) => one === event),
        those((one) => one === 'none'),
        those((one) => one !== event && one !== 'none'),
      );
    }
    case 'one-process': {
      const { hits, left } = yield* interleavedScreen({ ...screen, event }, candidates);
      return finding(
        hits,
        left,
        candidates.filter((test) => !hits.includes(test) && !left.includes(test)),
      );
    }
    case 'pairs': {
      const asked = candidates.slice(0, pairsThatFit(context));
      const hits: TestId[] = [];
      const passed: TestId[] = [];
      for (const test of asked) {
        const [result] = yield* ask({
          phase: 'bisect',
          doing: screen.doing,
          why: screen.why,
          trials: [context.makeTrial([test, screen.target])],
        });
        const seen = eventOf(result!, screen.target, screen.fingerprints);
        if (seen === event) hits.push(test);
        else if (seen !== 'none') passed.push(test);
        if (hits.length > 0) break;
      }
      return finding(hits, candidates.slice(hits.length + passed.length), passed);
    }
    default:
      return way satisfies never;
  }
}

function mayHaveMissed(
  { seen }: DiagnosisContext,
  since: number,
  answers: readonly ScreenedSet[],
  event: 'failure' | 'pass',
): boolean {
  const ms = seen.slice(since).reduce((sum, result) => sum + result.ms, 0);
  return event === 'failure' && ms < MAX_PASSES_MS && answers.every((one) => one.event !== event);
}

function screenOf({ options, seen, makeTrial }: DiagnosisContext, candidates: number): SetScreen {
  return {
    target: options.target,
    make: makeTrial,
    fingerprints: countedFailures(seen, options.target),
    duration: costs(seen).duration,
    doing: `each of ${plural(candidates, 'other test')} directly before the target`,
    why: 'a pair shows what tests in between may hide',
  };
}

function pairsThatFit({ arms }: DiagnosisContext): number {
  return Math.min(MAX_COLD_PAIRS, Math.floor(MAX_COLD_MS / Math.max(1, arms.alone?.cost ?? MAX_COLD_MS)));
}

/** Those that may share a process with the target come first, then the nearest in the suite. */
function candidatesOf({ options }: DiagnosisContext): readonly TestId[] {
  const { target, suite, can } = options;
  if (can.select !== 'test' || can.order === 'none' || can.order === 'file') return [];
  const file = fileOf(target);
  const place = suite.indexOf(target);
  return suite
    .map((test, at) => ({ test, far: Math.abs(at - place), own: fileOf(test) === file }))
    .filter(({ test, own }) => test !== target && (own || can.process !== 'file'))
    .sort((a, b) => Number(b.own) - Number(a.own) || a.far - b.far)
    .map(({ test }) => test);
}
