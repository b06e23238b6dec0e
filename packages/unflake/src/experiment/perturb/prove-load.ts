/**
 * Which load causes the failure: less CPU time, parallel copies, leftovers of earlier trials, fewer cores. One at a time, alternating with
 * its pin and control. Slowdown comes first, because every other load slows as well.
 */
import type { StopReason, Tally } from '../../contract/findings.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { FactorProof, LoadTallies } from '../../contract/perturb-finding.ts';
import type { TrialResult } from '../../contract/trial.ts';
import { type Plan, type PlanStep, PlanStopped, type Reply } from '../plan.ts';
import { NO_TALLY } from '../tally.ts';
import { bringsIt, type Persistence, runInTurn, weighed } from './in-turn.ts';
import { isGone } from './prove-by-pinning.ts';
import { locateLevels, proofConditionsOf } from './prove-factors.ts';
import { SeenSoFar } from './seen-so-far.ts';
import { failsWithoutLoad, isSlowdownEffect } from './slowdown-effect.ts';
import { timingKind } from './timing-kind.ts';
import { type KnobSetting, nameOf, type PerturbContext } from './turning.ts';

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
export function* proveLoad(
  turning: PerturbContext,
  suspects: readonly KnobSetting[],
  known: KnownOfLoads,
): Plan<LoadFinding> {
  const tried: LoadTallies[] = [];
  let proof: FactorProof | null = null;
  try {
    for (const turned of suspects) {
      proof = yield* proveOne(turning, turned, tried, known);
      if (proof !== null) break;
    }
  } catch (error) {
    if (!(error instanceof PlanStopped)) throw error;
    return { tried, proof, stopped: error.reason };
  }
  return { tried, proof };
}

function* proveOne(
  turning: PerturbContext,
  turned: KnobSetting,
  tried: LoadTallies[],
  { seen, plain }: KnownOfLoads,
): Generator<PlanStep, FactorProof | null, Reply> {
  const { choice } = turned;
  const arms = proofConditionsOf([turned]);
  const soFar = new SeenSoFar(turning, seen);
  // A time-dependent test may fail occasionally without load.
  const mayStay = choice.cause.family === 'timing';
  const taken = yield* runInTurn(turning, arms, plain, stayingOf(mayStay, soFar.unloaded(turning.fingerprints())));
  const { with: fails, pinned, control } = taken;
  tried.push({ ...nameOf(turned), ...taken });
  if (!bringsIt(fails)) return null;
  // A few passes of the pin may be luck; every trial without load counts as well.
  const usual = turning.fingerprints();
  const own = soFar.ownFingerprints();
  const unloaded = soFar.unloaded(usual);
  const pairs = [
    { goes: isGone(fails, weighed(pinned, plain), true), rises: isSlowdownEffect(fails, pinned) },
    ...(control === null ? [] : [{ goes: isGone(fails, control, true), rises: isSlowdownEffect(fails, control) }]),
    {
      goes: isGone(soFar.under(arms.failing, usual), unloaded, true),
      rises: isSlowdownEffect(soFar.under(arms.failing, own), soFar.unloaded(own)),
    },
  ];
  if (!pairs.every(({ goes, rises }) => goes || (mayStay && rises))) return null;
  const stays = pairs.some(({ goes }) => !goes);
  const isAnother = own !== null && !bringsIt(soFar.under(arms.failing, own));
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
    // Between occasional and near-certain failure, no dose can be said to pass.
    levels: stays
      ? null
      : yield* locateLevels(turning, turned, { on: rateOf(fails), off: rateOf(pinned) }, (level) =>
          soFar.under(level, usual),
        ),
    ...(stays ? { unloaded } : {}),
    doubt: isAnother ? ANOTHER : control === null ? `there is no control for ${choice.knob}` : doubt,
  };
}

/** A load can cause failures of its own: anything slow enough misses some limit. */
const ANOTHER = 'by itself it fails in another way';

const stayingOf = (mayStay: boolean, unloaded: Tally): Persistence =>
  mayStay ? (failsWithoutLoad(unloaded) ? 'always' : 'perhaps') : 'never';

const rateOf = ({ failures, runs }: Tally): number => (failures + 0.5) / (runs + 1);

/** What the load cannot distinguish is stated, or read from the failures. */
function known(
  { knob, cause }: KnobChoice,
  { target }: PerturbContext,
  seen: readonly TrialResult[],
  fails: Tally,
): Pick<FactorProof, 'cause' | 'doubt'> {
  if (cause.family === 'timing')
    return { cause: { family: 'timing', kind: timingKind(seen, target, fails.trials) }, doubt: null };
  // One core is also a slower machine; the two cannot be distinguished from outside.
  return { cause, doubt: knob === 'cores' ? 'one core is also slower' : null };
}
