/** The trials of the search for a draw that decides: each draw once, two draws again and again, and nothing drawn. */

import type { Random } from '@unflake/testkit/random';
import type { Count } from '../../contract/evidence.ts';
import type { Tally } from '../../contract/findings.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { Conditions } from '../../contract/trial.ts';
import type { PlanStep, Reply } from '../plan.ts';
import type { ScreenLog } from '../screen/screen-log.ts';
import { passesToProveFix } from '../statistics/fix-predictive.ts';
import { CONFIDENCE } from '../statistics/thresholds.ts';
import { addTrial, NO_TALLY } from '../tally.ts';

/** Runs of the control, which must pass once. At even odds it fails to do so once in ten thousand times. */
const CONTROL_RUNS = 14;

export interface Draws {
  readonly failing: Conditions[];
  readonly passing: Conditions[];
}

/** One trial per draw, until one failed and one passed, or a failure should have occurred. */
export function* sweepDraws(
  choices: readonly KnobChoice[],
  plain: Count,
  log: ScreenLog,
  draws: Draws,
): Generator<PlanStep, void, Reply> {
  const lists = choices.map(({ knob, pin, settings }) => ({ knob, settings: [pin, ...settings] }));
  const longest = Math.max(...lists.map(({ settings }) => settings.length));
  const most = Math.min(
    longest,
    Math.max(passesToProveFix(plain, CONFIDENCE.draws), passesToProveFix(opposite(plain), CONFIDENCE.draws)),
  );
  for (let at = 0; at < most; ) {
    if (draws.failing.length > 0 && draws.passing.length > 0) return;
    const size = Math.min(log.room, most - at);
    const conditions = Array.from({ length: size }, (_, more) =>
      Object.fromEntries(lists.map(({ knob, settings }) => [knob, settings[(at + more) % settings.length]!])),
    );
    at += size;
    const answers = yield* log.put(conditions, {
      doing: `draw ${at} of ${choices.map(({ knob }) => knob).join(', ')}`,
      why: 'does the outcome depend on a random draw?',
      trialsLeft: Math.max(1, most - at),
    });
    for (const [index, { failed }] of answers.entries()) {
      if (failed === true) draws.failing.push(conditions[index]!);
      if (failed === false) draws.passing.push(conditions[index]!);
    }
  }
}

/** Passes may be what is rare. */
const opposite = ({ failures, runs }: Count): Count => ({
  failures: Math.max(1, runs - failures),
  runs: Math.max(1, runs),
});

export interface RepeatedDraws {
  readonly with: Tally;
  readonly without: Tally;
}

/** Repeats both draws in a random order; null as soon as one changes its outcome. */
export function* repeat(
  log: ScreenLog,
  pair: { readonly failing: Conditions; readonly passing: Conditions },
  times: number,
  random: Random,
): Generator<PlanStep, RepeatedDraws | null, Reply> {
  const sides = random.shuffle(Array.from({ length: 2 * times }, (_, at) => (at < times ? 'failing' : 'passing')));
  let tallies: RepeatedDraws = { with: NO_TALLY, without: NO_TALLY };
  for (let at = 0; at < sides.length; ) {
    const now = sides.slice(at, at + log.room) as readonly ('failing' | 'passing')[];
    const answers = yield* log.put(
      now.map((side) => pair[side]),
      {
        doing: `${label(pair.failing)} and ${label(pair.passing)} again, in random order`,
        why: 'if the draw decides, each does what it did',
        trialsLeft: sides.length - at,
      },
    );
    at += now.length;
    for (const [index, side] of now.entries()) {
      const answer = answers[index]!;
      if (answer.failed !== (side === 'failing')) return null;
      tallies =
        side === 'failing'
          ? { ...tallies, with: addTrial(tallies.with, answer) }
          : { ...tallies, without: addTrial(tallies.without, answer) };
    }
  }
  return tallies;
}

/** The same instrumentation without a fixed draw: the test must be able to pass. */
export function* leaveToChance(log: ScreenLog, control: Conditions): Generator<PlanStep, Tally, Reply> {
  let tally = NO_TALLY;
  for (let asked = 0; asked < CONTROL_RUNS && tally.failures === tally.runs; asked += 1) {
    const [answer] = yield* log.put([control], {
      doing: `the control: ${label(control)}`,
      why: 'set without a draw, it must be able to pass',
    });
    tally = addTrial(tally, answer!);
  }
  return tally;
}

const label = (conditions: Conditions): string =>
  Object.entries(conditions)
    .map(([knob, setting]) => `${knob} ${setting}`)
    .join(' + ');
