/**
 * Proves suspects of a screen in separate processes: the event occurs with them, not without them, and no test of a set can be left out.
 * Nothing that led to the suspicion counts.
 */

import type { Count } from '../../contract/evidence.ts';
import type { TestId } from '../../contract/test-id.ts';
import { eventOf, type Fingerprints } from '../event-of.ts';
import type { MakeTrial, Tally } from '../findings.ts';
import { ask, type Plan } from '../plan.ts';
import { BAYES_FACTOR } from '../statistics/thresholds.ts';
import { twoArmBayesFactor } from '../statistics/two-arm-bayes-factor.ts';
import { addTrial, NO_TALLY } from '../tally.ts';
import { FreshEvidence } from './fresh-evidence.ts';

export interface SuspectProof {
  readonly target: TestId;
  readonly event: 'failure' | 'pass';
  readonly make: MakeTrial;
  readonly fingerprints: Fingerprints;
  /** Events of the target alone, as counted before. */
  readonly alone: Count;
  readonly jobs: number;
  /** 1 for the first suspects to be proved, 2 for the second, and so on. Later ones need more evidence. */
  readonly nth: number;
  /** Whether the same tests always did the same to the target so far. */
  readonly steady: boolean;
}

export interface ProvedSet {
  readonly with: Tally;
  readonly without: Tally;
}

/** Runs without the event after which the suspicion is dropped: a culprit that strikes half of the time is missed 1 in 64 times. */
const MAX_RUNS_WITHOUT_SIGNAL = 6;
const MAX_RUNS = 24;
/** Runs of each smaller set, none of which may show the event. A set that acts half the time is missed twice 1 in 4 times. */
const SUBSET_RUNS = { steady: 2, unsteady: 8 } as const;

/** As often as a culprit that always strikes is proved with. */
const MIN_CONTROL_RUNS = 2;
const MAX_CONTROL_RUNS = 10;

/** Null where the suspicion is not borne out. */
export function* proveOrderSuspects(proof: SuspectProof, set: readonly TestId[]): Plan<ProvedSet | null> {
  const fresh = new FreshEvidence([0], proof.nth);
  for (;;) {
    const { failures, runs } = fresh.with;
    const none = {
      failures: proof.alone.failures + fresh.without.failures,
      runs: proof.alone.runs + fresh.without.runs,
    };
    if (fresh.isEnough(none)) break;
    if ((failures === 0 && runs >= MAX_RUNS_WITHOUT_SIGNAL) || runs >= MAX_RUNS) return null;
    const asked = fresh.next(proof.jobs, Math.max(0.05, (failures + 0.5) / (runs + 1)));
    const answers = yield* put(
      proof,
      asked.map((chosen) => (chosen.length === 0 ? [] : set)),
    );
    for (const [at, { event, trial }] of answers.entries()) {
      if (event !== null) fresh.add({ subset: asked[at]!, event, trial });
      else return null;
    }
  }
  if (set.length > 1 && !(yield* isMinimal(proof, set))) return null;
  return { with: fresh.with, without: fresh.without };
}

/** No test of the set can be spared, whatever the message of a failure would be. */
function* isMinimal(proof: SuspectProof, set: readonly TestId[]): Plan<boolean> {
  const fewer = set.map((test) => set.filter((other) => other !== test));
  for (let run = 0; run < SUBSET_RUNS[proof.steady ? 'steady' : 'unsteady']; run += 1) {
    for (const subset of fewer) {
      const [answer] = yield* put({ ...proof, fingerprints: null }, [subset]);
      if (answer!.event !== false) return false;
    }
  }
  return true;
}

/** Runs the target after a harmless test until it is clear that the suspects cause the event more often. */
export function* runOrderControl(proof: SuspectProof, control: TestId, culprits: Count): Plan<Tally> {
  let tally = NO_TALLY;
  for (let run = 0; run < MAX_CONTROL_RUNS; run += 1) {
    if (run >= MIN_CONTROL_RUNS && twoArmBayesFactor(culprits, tally) >= BAYES_FACTOR.hint) break;
    const [answer] = yield* put(proof, [[control]]);
    tally = addTrial(tally, { failed: answer!.event, trial: answer!.trial });
  }
  return tally;
}

function* put({ target, event, make, fingerprints }: SuspectProof, sets: readonly (readonly TestId[])[]) {
  const results = yield* ask({
    phase: 'bisect',
    doing: sets.every((set) => set.length === 0) ? 'the target without the suspect' : 'the suspect, then the target',
    why: 'fresh processes confirm or reject the suspicion',
    trials: sets.map((set) => make([...set, target])),
  });
  return results.map((result) => {
    const seen = eventOf(result, target, fingerprints);
    return { event: seen === 'none' ? null : seen === event, trial: result.id };
  });
}
