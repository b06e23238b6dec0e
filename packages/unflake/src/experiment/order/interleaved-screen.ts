/**
 * `T A T B T C T …` in one process: the first execution of the target that differs names the test before it. For targets that can run
 * repeatedly. Its result is a suspicion that separate trials must prove.
 */
import type { TestId } from '../../contract/test-id.ts';
import { eventsOf } from '../event-of.ts';
import { ask, type Plan } from '../plan.ts';
import type { SetScreen } from './fork-screen.ts';

export interface InterleavedScreen extends SetScreen {
  readonly event: 'failure' | 'pass';
}

export interface InterleavedFinding {
  readonly hits: readonly TestId[];
  /** Candidates that no trial has answered for. */
  readonly left: readonly TestId[];
}

/** State that one test leaves stays for all after it, so each hit needs a new process. */
const MAX_TRIALS = 8;
const MAX_TRIAL_MS = 8_000;

export function* interleavedScreen(screen: InterleavedScreen, candidates: readonly TestId[]): Plan<InterleavedFinding> {
  const hits: TestId[] = [];
  let left = candidates;
  for (let trials = 0; trials < MAX_TRIALS && left.length > 0; trials += 1) {
    const asked = fitting(screen, left);
    const [result] = yield* ask({
      phase: 'bisect',
      doing: screen.doing,
      why: screen.why,
      trials: [screen.make([screen.target, ...asked.flatMap((test) => [test, screen.target])])],
    });
    const [first, ...after] = eventsOf(result!, screen.target, screen.fingerprints);
    // The target does so without any test before it, so no test can be singled out.
    if (first === undefined || first === screen.event) break;
    const hit = after.indexOf(screen.event);
    if (hit >= 0) hits.push(asked[hit]!);
    // Where the process ended early, the test that ran then is left out.
    const answered = hit >= 0 ? hit + 1 : Math.min(asked.length, after.length + 1);
    left = left.slice(answered);
  }
  return { hits, left };
}

function fitting({ target, duration }: SetScreen, candidates: readonly TestId[]): readonly TestId[] {
  let ms = 0;
  const end = candidates.findIndex((test) => {
    ms += duration(test) + duration(target);
    return ms > MAX_TRIAL_MS;
  });
  return end < 0 ? candidates : candidates.slice(0, Math.max(1, end));
}
