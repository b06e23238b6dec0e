/**
 * Runs many sets of tests, each before the target in a fork of one process. One trial answers for hundreds of sets. Its result is a
 * suspicion that separate trials must prove.
 */
import type { TestId } from '../../contract/test-id.ts';
import type { TrialId, TrialResult } from '../../contract/trial.ts';
import { eventsOf, type Fingerprints, type TargetEvent } from '../event-of.ts';
import type { MakeTrial } from '../findings.ts';
import { ask, type Plan } from '../plan.ts';

export interface SetScreen {
  readonly target: TestId;
  readonly make: MakeTrial;
  readonly fingerprints: Fingerprints;
  /** Ms of one execution, as measured. */
  readonly duration: (test: TestId) => number;
  readonly doing: string;
  readonly why: string;
}

export interface ScreenedSet {
  readonly set: readonly TestId[];
  /** What the target did directly after the set; `none` where it did not run. */
  readonly event: TargetEvent;
  readonly trial: TrialId;
}

/** A fork and what is written of it. */
const FORK_MS = 15;
/** Longer trials would delay the first result too much. */
const MAX_TRIAL_MS = 8_000;
const MAX_PIECES = 1_000;

export function* forkScreen(screen: SetScreen, sets: readonly (readonly TestId[])[]): Plan<readonly ScreenedSet[]> {
  const answers: ScreenedSet[] = [];
  for (const chunk of chunks(screen, sets)) {
    const tests = chunk.flatMap((set) => [...set, screen.target]);
    const [result] = yield* ask({
      phase: 'bisect',
      doing: screen.doing,
      why: screen.why,
      trials: [screen.make(tests, { forks: chunk.map((set) => set.length + 1) })],
    });
    answers.push(...chunk.map((set, at) => ({ set, event: eventAt(result!, screen, at), trial: result!.id })));
  }
  return answers;
}

/** The target runs once in each piece, so that its execution has the number of the piece. */
function eventAt(result: TrialResult, { target, fingerprints }: SetScreen, at: number): TargetEvent {
  return eventsOf(result, target, fingerprints, at)[0] ?? 'none';
}

function chunks({ target, duration }: SetScreen, sets: readonly (readonly TestId[])[]) {
  const costOf = (set: readonly TestId[]) =>
    set.reduce((sum, test) => sum + duration(test), FORK_MS + duration(target));
  const found: (readonly TestId[])[][] = [];
  let ms = Number.POSITIVE_INFINITY;
  for (const set of sets) {
    const cost = costOf(set);
    if (ms + cost > MAX_TRIAL_MS || found.at(-1)!.length >= MAX_PIECES) {
      found.push([]);
      ms = 0;
    }
    found.at(-1)!.push(set);
    ms += cost;
  }
  return found;
}
