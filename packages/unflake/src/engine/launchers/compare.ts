/** Compares a faster launcher with the runner itself on a sample of tests. */
import { fileOf } from '../../contract/file-of.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Trial } from '../../contract/trial.ts';
import type { Subject } from '../subject/subject.ts';
import { timedPart } from '../timed-part.ts';
import { runTrial } from '../trial/run-trial.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { cold } from './cold.ts';
import { compareInTurn, HANGS } from './compare-in-turn.ts';
import type { Launcher } from './launcher.ts';
import type { SampleRun } from './worth-comparing.ts';

/** The sample must be cheap compared with the trials that it speeds up. */
const MAX_TESTS = 20;
const MAX_MS = 60_000;
/** A run that takes this many times the first one hangs, however short that was. */
const BOX_FACTOR = 10;
const MIN_BOX_MS = 5_000;
/** How long a run may produce no output before it counts as hung. A wrong value only reduces the comparison. */
const HANG_MS = 5_000;

export interface LauncherComparison {
  readonly target: TestId;
  /** What a trial may take. */
  readonly timeBoxMs: number;
  readonly signal?: AbortSignal;
}

interface Way {
  readonly subject: Subject;
  readonly launcher: Launcher;
}

interface FasterWay extends Way {
  /** For people: what its runs are runs of. */
  readonly by: string;
  /** Called first, so that it can get ready while the runner itself runs. */
  readonly begin?: () => void;
}

/** Null when they agree, else what differs, for people. Tests that hang among their neighbours are compared by the target alone. */
export async function compare(
  subject: Subject,
  fast: FasterWay,
  workspace: TrialWorkspace,
  request: LauncherComparison,
): Promise<string | null> {
  const differs = await compareIf(() => true, subject, fast, workspace, request);
  if (differs instanceof NotCompared) throw new Error('it was worth it');
  return differs;
}

/** Its first run took so long that the comparison is not worth the others now. */
export class NotCompared {
  readonly first: SampleRun;
  constructor(first: SampleRun) {
    this.first = first;
  }
}

/** The same, unless one run of the sample says that it is not worth it. */
export async function compareIf(
  isWorth: (first: SampleRun) => boolean,
  subject: Subject,
  fast: FasterWay,
  workspace: TrialWorkspace,
  { target, timeBoxMs, signal }: LauncherComparison,
): Promise<string | null | NotCompared> {
  const first = Math.min(timeBoxMs, MAX_MS);
  const slow: Way = { subject, launcher: cold };
  const observe = (way: Way, tests: readonly TestId[], boxMs: number) => {
    const own = { ...workspace, launcher: way.launcher };
    const trial = sampleOf(target, tests, boxMs);
    const run = () => runTrial(trial, way.subject, own, signal === undefined ? {} : { signal });
    return timedPart(`compare, ${way.launcher.name}`, run);
  };
  const hangs = (boxMs: number) =>
    `${target} did not end within ${Math.min(boxMs, HANG_MS) / 1000} s, so that ${fast.by} could not be compared with the runner itself`;
  fast.begin?.();
  for (const tests of samplesAround(target, subject.suite)) {
    const { ending, ms, observations } = await observe(slow, tests, first);
    if (ending.timedOut) continue;
    if (!isWorth({ ms, observations })) return new NotCompared({ ms, observations });
    const boxMs = Math.min(first, Math.max(MIN_BOX_MS, BOX_FACTOR * ms));
    const differs = await compareInTurn(observations, fast.by, {
      cold: async () => {
        const again = await observe(slow, tests, boxMs);
        return again.ending.timedOut ? null : again.observations;
      },
      fast: async () => (await observe(fast, tests, boxMs)).observations,
    });
    return differs === HANGS ? hangs(boxMs) : differs;
  }
  return hangs(first);
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
