/**
 * Chooses how a subject's trials are launched: by built programs when these agree with `cold` on a sample, else each in a process of its
 * own, which is started ahead where the runner can wait and a processor is free for it.
 */
import { availableParallelism } from 'node:os';
import { fileOf } from '../../contract/file-of.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Trial } from '../../contract/trial.ts';
import type { Laboratory } from '../laboratory.ts';
import type { Subject } from '../subject/subject.ts';
import { runTrial } from '../trial/run-trial.ts';
import { disagreement, type Run } from './agreement.ts';
import { cold } from './cold.ts';
import { buildPrograms, compiled, withPrograms } from './compiled.ts';
import type { Launcher } from './launcher.ts';
import { openStandby } from './standby.ts';

export interface Launch {
  readonly subject: Subject;
  readonly launcher: Launcher;
  /** Why a faster launcher that this runner has is not used; null otherwise. */
  readonly distrust: string | null;
  /** To be called when no trial is running any more. */
  readonly close: () => Promise<void>;
}

export interface LaunchRequest {
  readonly target: TestId;
  readonly jobs: number;
  readonly signal?: AbortSignal;
}

/** Runs of each kind, and how many of the faster may differ: first three that must all agree, then six more to tell chance from the launcher. */
const ROUNDS = [
  { runs: 3, tolerated: 0 },
  { runs: 6, tolerated: 2 },
] as const;
/** The sample must cost little beside the trials it is to make cheap. */
const MOST_TESTS = 20;
const TIME_BOX_MS = 60_000;

export async function chooseLauncher(
  subject: Subject,
  laboratory: Laboratory,
  { target, jobs, signal }: LaunchRequest,
): Promise<Launch> {
  const slow = (distrust: string | null): Launch => ({ subject, distrust, ...oneByOne(subject, laboratory, jobs) });
  if (subject.adapter.compiled === undefined) return slow(null);
  // A program built from the working tree does not see a trial's own copy of it.
  if (laboratory.subjectFiles === 'copy') return slow('each trial has its own copy of the project');
  try {
    const programs = await buildPrograms(subject, laboratory, signal);
    if (programs.length === 0) return slow('no test program could be built apart from a run');
    const fast = withPrograms(subject, programs);
    const differs = await compare(subject, fast, laboratory, sampleAround(target, subject.suite), signal);
    if (differs !== null) return slow(differs);
    return { subject: fast, launcher: compiled, distrust: null, close: async () => {} };
  } catch (error) {
    // Whoever interrupts gets the best answer so far from the drive of the case, which sees the same signal.
    if (signal?.aborted) return slow(null);
    throw error;
  }
}

function oneByOne(subject: Subject, laboratory: Laboratory, jobs: number): Pick<Launch, 'launcher' | 'close'> {
  // What is started ahead cannot be told any more where its copies are.
  const mayWait = subject.adapter.waits === true && laboratory.subjectFiles === 'shared' && laboratory.ground === null;
  if (!mayWait || jobs >= availableParallelism()) return { launcher: cold, close: async () => {} };
  const launcher = openStandby(subject, laboratory);
  return { launcher, close: launcher.close };
}

async function compare(
  slow: Subject,
  fast: Subject,
  laboratory: Laboratory,
  tests: readonly TestId[],
  signal?: AbortSignal,
): Promise<string | null> {
  const seen: { readonly cold: Run[]; readonly fast: Run[] } = { cold: [], fast: [] };
  const observe = async (subject: Subject): Promise<Run> =>
    (await runTrial(sampleOf(tests), subject, laboratory, signal === undefined ? {} : { signal })).observations;
  let differs: string | null = null;
  for (const { runs, tolerated } of ROUNDS) {
    // By turns, so that a busy minute of the machine meets both.
    for (let count = 0; count < runs; count += 1) {
      seen.cold.push(await observe(slow));
      seen.fast.push(await observe(fast));
    }
    differs = disagreement(seen.cold, seen.fast, { tolerated });
    if (differs === null) return null;
  }
  return differs;
}

/** The target and its neighbours in the same program, the nearest before it first, because those may change what it does. */
function sampleAround(target: TestId, suite: readonly TestId[]): readonly TestId[] {
  const inFile = suite.filter((test) => fileOf(test) === fileOf(target));
  const end = Math.max(inFile.indexOf(target) + 1, Math.min(MOST_TESTS, inFile.length));
  return inFile.slice(Math.max(0, end - MOST_TESTS), end);
}

function sampleOf(tests: readonly TestId[]): Trial {
  return {
    tests,
    repeat: 1,
    conditions: {},
    seed: 0,
    watch: 'all',
    exclusive: false,
    timeBoxMs: TIME_BOX_MS,
    mode: 'probe',
  };
}
