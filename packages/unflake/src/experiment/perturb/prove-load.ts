/**
 * Which kind of load brings the failure: less of a processor, copies of itself, what earlier trials left, fewer processors. One after the
 * other, each in turn with its pin and its control. Slowness comes first, because every other load slows as well.
 */
import type { StopReason, Tally } from '../../contract/findings.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { FactorProof, LoadTallies } from '../../contract/perturb-finding.ts';
import type { Conditions, TrialResult } from '../../contract/trial.ts';
import { type Plan, type Reply, type Step, Stopped } from '../plan.ts';
import { RunningTally } from '../running-tally.ts';
import { NO_TALLY } from '../tally.ts';
import { bringsIt, inTurn, weighed } from './in-turn.ts';
import { isLoad } from './load-ways.ts';
import { armsOf, locate } from './prove-factors.ts';
import { isGone } from './take-away.ts';
import { timingKind } from './timing-kind.ts';
import { nameOf, type Turned, type Turning } from './turning.ts';

export interface LoadFinding {
  /** Every load that was put to the proof, in order. */
  readonly tried: readonly LoadTallies[];
  readonly proof: FactorProof | null;
  readonly stopped?: StopReason;
}

/** What is known already: the trials so far, and how the test does with nothing turned. */
export interface KnownOfLoads {
  readonly seen: readonly TrialResult[];
  readonly plain: Tally;
}

/** `suspects`: in the order in which they are tried. */
export function* proveLoad(turning: Turning, suspects: readonly Turned[], known: KnownOfLoads): Plan<LoadFinding> {
  const tried: LoadTallies[] = [];
  let proof: FactorProof | null = null;
  try {
    for (const turned of suspects) {
      proof = yield* proveOne(turning, turned, tried, known);
      if (proof !== null) break;
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { tried, proof, stopped: error.reason };
  }
  return { tried, proof };
}

function* proveOne(
  turning: Turning,
  turned: Turned,
  tried: LoadTallies[],
  { seen, plain }: KnownOfLoads,
): Generator<Step, FactorProof | null, Reply> {
  const { choice } = turned;
  const arms = armsOf([turned]);
  const taken = yield* inTurn(turning, arms, plain);
  const { with: fails, pinned, control } = taken;
  tried.push({ ...nameOf(turned), ...taken });
  const others = [weighed(pinned, plain), ...(control === null ? [] : [control])];
  if (!bringsIt(fails) || !others.every((tally) => isGone(fails, tally, true))) return null;
  // A few passes of the pin may be luck; every trial that was run without a load speaks against it too.
  const seenUnder = talliesOf(turning, seen);
  if (!isGone(seenUnder(isSame(arms.failing)), seenUnder(isUnloaded(turning)), true)) return null;
  const { cause, doubt } = known(choice, turning, seen, fails);
  return {
    kind: 'single',
    factors: [nameOf(turned)],
    cause,
    failing: arms.failing,
    passing: arms.passing,
    with: fails,
    without: NO_TALLY,
    pinned,
    control,
    levels: yield* locate(turning, turned, { on: rateOf(fails), off: rateOf(pinned) }, (level) =>
      seenUnder(isSame(level)),
    ),
    doubt: control === null ? `there is no control for ${choice.knob}` : doubt,
  };
}

const rateOf = ({ failures, runs }: Tally): number => (failures + 0.5) / (runs + 1);

/** Of all trials so far under such conditions. */
const talliesOf =
  ({ target, fingerprints }: Turning, seen: readonly TrialResult[]) =>
  (isMeant: (conditions: Conditions) => boolean): Tally => {
    const running = new RunningTally();
    for (const result of seen) {
      const { repeat, conditions } = result.trial;
      if (repeat === 1 && isMeant(conditions)) running.add(result, target, fingerprints());
    }
    return running.tally();
  };

const isSame =
  (one: Conditions) =>
  (other: Conditions): boolean =>
    JSON.stringify(one) === JSON.stringify(other);

/** No load is turned, or only to its pin. */
const isUnloaded =
  ({ knobs }: Turning) =>
  (conditions: Conditions): boolean =>
    Object.entries(conditions).every(
      ([knob, setting]) => !isLoad(knob) || setting === knobs.find((choice) => choice.knob === knob)?.pin,
    );

/** What a load alone cannot tell is said, or read off the failures. */
function known(
  { knob, cause }: KnobChoice,
  { target }: Turning,
  seen: readonly TrialResult[],
  fails: Tally,
): Pick<FactorProof, 'cause' | 'doubt'> {
  if (cause.family === 'timing')
    return { cause: { family: 'timing', kind: timingKind(seen, target, fails.trials) }, doubt: null };
  // One processor is also a slower one, and which of both it was cannot be seen from outside.
  return { cause, doubt: knob === 'cores' ? 'one processor is also a slower one' : null };
}
