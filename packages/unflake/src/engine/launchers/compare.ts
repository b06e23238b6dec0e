/** Compares a faster launcher with the runner itself on a sample of tests. */
import { fileOf } from '../../contract/file-of.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Trial } from '../../contract/trial.ts';
import type { Subject } from '../subject/subject.ts';
import { runTrial, type TrialRun } from '../trial/run-trial.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { type ComparedRun, disagreement } from './agreement.ts';
import { cold } from './cold.ts';
import type { Launcher } from './launcher.ts';

/** Runs of each kind, and how many of the faster may differ: first three that must all agree, then six more to tell chance from the launcher. */
const ROUNDS = [
  { runs: 3, tolerated: 0 },
  { runs: 6, tolerated: 2 },
] as const;
/** The sample must be cheap compared with the trials that it speeds up. */
const MAX_TESTS = 20;
const MAX_MS = 60_000;
/** A run that takes this many times the first one hangs, however short that was. */
const BOX_FACTOR = 10;
const MIN_BOX_MS = 5_000;
/** How long a run may produce no output before it counts as hung. A wrong value only reduces the comparison. */
const HANG_MS = 5_000;
/** A timeout says nothing about the test, because the machine may have been busy; this many do. */
const MAX_CUT_OFF = 3;

export interface LauncherComparison {
  readonly target: TestId;
  /** What a trial may take. */
  readonly timeBoxMs: number;
  readonly signal?: AbortSignal;
}

/** The sample takes longer than somebody waits for it now; nothing was compared. */
export const TOO_SLOW_NOW = Symbol('too slow now');

interface Way {
  readonly subject: Subject;
  readonly launcher: Launcher;
}

interface FasterWay extends Way {
  /** For people: what its runs are runs of. */
  readonly by: string;
}

/** Null when they agree, else what differs, for people. Tests that hang among their neighbours are compared by the target alone. */
export async function compare(
  subject: Subject,
  fast: FasterWay,
  workspace: TrialWorkspace,
  request: LauncherComparison,
): Promise<string | null> {
  const differs = await compareWithin(Number.POSITIVE_INFINITY, subject, fast, workspace, request);
  if (differs === TOO_SLOW_NOW) throw new Error('a run took longer than for ever');
  return differs;
}

/** The same, unless one run of the sample takes longer than this. */
export async function compareWithin(
  patienceMs: number,
  subject: Subject,
  fast: FasterWay,
  workspace: TrialWorkspace,
  { target, timeBoxMs, signal }: LauncherComparison,
): Promise<string | null | typeof TOO_SLOW_NOW> {
  const first = Math.min(timeBoxMs, MAX_MS);
  const slow: Way = { subject, launcher: cold };
  const observe = (way: Way, tests: readonly TestId[], boxMs: number) => {
    const own = { ...workspace, launcher: way.launcher };
    return runTrial(sampleOf(target, tests, boxMs), way.subject, own, signal === undefined ? {} : { signal });
  };
  const hangs = (boxMs: number) =>
    `${target} did not end within ${Math.min(boxMs, HANG_MS) / 1000} s, so that ${fast.by} could not be compared with the runner itself`;
  for (const tests of samplesAround(target, subject.suite)) {
    const { ending, ms, observations } = await observe(slow, tests, first);
    if (ending.timedOut) continue;
    if (ms > patienceMs) return TOO_SLOW_NOW;
    const boxMs = Math.min(first, Math.max(MIN_BOX_MS, BOX_FACTOR * ms));
    return inTurn(observations, boxMs, (way) => observe(way, tests, boxMs));
  }
  return hangs(first);

  async function inTurn(
    begun: ComparedRun,
    boxMs: number,
    run: (way: Way) => Promise<TrialRun>,
  ): Promise<string | null> {
    const seen: { readonly cold: ComparedRun[]; readonly fast: ComparedRun[] } = { cold: [begun], fast: [] };
    let differs: string | null = null;
    let wanted = 0;
    let cutOff = 0;
    for (const { runs, tolerated } of ROUNDS) {
      wanted += runs;
      // Alternating, so that a busy minute of the machine affects both.
      while (seen.fast.length < wanted) {
        while (seen.cold.length === seen.fast.length) {
          const { ending, observations } = await run(slow);
          if (!ending.timedOut) seen.cold.push(observations);
          else if (++cutOff === MAX_CUT_OFF) return hangs(boxMs);
        }
        seen.fast.push((await run(fast)).observations);
      }
      differs = disagreement(seen.cold, seen.fast, { tolerated, by: fast.by });
      if (differs === null) return null;
    }
    return differs;
  }
}

/** The target and its neighbours in the same program, the nearest before it first, because those may change what it does; then it alone. */
function samplesAround(target: TestId, suite: readonly TestId[]): readonly (readonly TestId[])[] {
  const inFile = suite.filter((test) => fileOf(test) === fileOf(target));
  const end = Math.max(inFile.indexOf(target) + 1, Math.min(MAX_TESTS, inFile.length));
  const around = inFile.slice(Math.max(0, end - MAX_TESTS), end);
  return around.length === 1 ? [around] : [around, [target]];
}

function sampleOf(target: TestId, tests: readonly TestId[], timeBoxMs: number): Trial {
  const hang = { target, targetMs: HANG_MS, othersMs: HANG_MS };
  return { hang, tests, repeat: 1, conditions: {}, seed: 0, watch: 'all', exclusive: false, timeBoxMs, mode: 'probe' };
}
