/**
 * Which kind of load brings the failure: less of a processor, copies of itself, what earlier trials left, fewer processors. One after the
 * other, each against nothing turned, its pin and its control. Slowness comes first, because every other load slows as well.
 */
import type { StopReason } from '../../contract/findings.ts';
import type { KnobChoice } from '../../contract/knob.ts';
import type { FactorProof } from '../../contract/perturb-finding.ts';
import type { ScreenFinding } from '../../contract/screen-finding.ts';
import type { TrialResult } from '../../contract/trial.ts';
import { type Plan, type Reply, type Step, Stopped } from '../plan.ts';
import { screen } from '../screen/screen.ts';
import { isProved, proveFactors } from './prove-factors.ts';
import { timingKind } from './timing-kind.ts';
import { factorOf, type Turned, type Turning } from './turning.ts';

export interface LoadFinding {
  readonly screens: readonly ScreenFinding[];
  readonly proof: FactorProof | null;
  readonly stopped?: StopReason;
}

const MOST_TRIALS = 90;

/** `suspects`: in the order in which they are tried. */
export function* proveLoad(
  turning: Turning,
  suspects: readonly Turned[],
  seen: readonly TrialResult[],
): Plan<LoadFinding> {
  const screens: ScreenFinding[] = [];
  let proof: FactorProof | null = null;
  try {
    for (const turned of suspects) {
      proof = yield* proveOne(turning, turned, screens, seen);
      if (proof !== null) break;
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    return { screens, proof, stopped: error.reason };
  }
  return { screens, proof };
}

function* proveOne(
  turning: Turning,
  turned: Turned,
  screens: ScreenFinding[],
  seen: readonly TrialResult[],
): Generator<Step, FactorProof | null, Reply> {
  const screened = yield* screen({
    target: turning.target,
    factors: [factorOf(turned)],
    make: turning.make,
    fingerprints: turning.fingerprints(),
    random: turning.random.fork(`load ${turned.choice.knob}`),
    jobs: turning.jobs,
    maxTrials: MOST_TRIALS,
  });
  screens.push(screened);
  if (screened.stopped === 'budget' || screened.stopped === 'cancelled') throw new Stopped(screened.stopped);
  if (!isProved(screened)) return null;
  const proof = yield* proveFactors(turning, screened, [turned]);
  return { ...proof, ...known(turned.choice, proof, turning, seen) };
}

/** What a load alone cannot tell is said, or read off the failures. */
function known(
  { knob, cause }: KnobChoice,
  proof: FactorProof,
  { target }: Turning,
  seen: readonly TrialResult[],
): Pick<FactorProof, 'cause' | 'doubt'> {
  if (cause.family === 'timing')
    return { cause: { family: 'timing', kind: timingKind(seen, target, proof.with.trials) }, doubt: proof.doubt };
  // One processor is also a slower one, and which of both it was cannot be seen from outside.
  const doubt = knob === 'cores' ? 'one processor is also a slower one' : null;
  return { cause, doubt: proof.doubt ?? doubt };
}
