/**
 * Chooses how a subject's trials are launched: by built programs when these agree with `cold` on a sample, else each in a process of its
 * own, which is started ahead where the runner can wait and a processor is free for it.
 */
import { availableParallelism } from 'node:os';
import type { Laboratory } from '../laboratory.ts';
import type { Subject } from '../subject/subject.ts';
import { cold } from './cold.ts';
import { type Comparing, compare } from './compare.ts';
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

export interface LaunchRequest extends Comparing {
  readonly jobs: number;
}

export async function chooseLauncher(
  subject: Subject,
  laboratory: Laboratory,
  request: LaunchRequest,
): Promise<Launch> {
  const { jobs, signal } = request;
  const slow = (distrust: string | null): Launch => ({ subject, distrust, ...oneByOne(subject, laboratory, jobs) });
  if (subject.adapter.compiled === undefined) return slow(null);
  // A program built from the working tree does not see a trial's own copy of it.
  if (laboratory.subjectFiles === 'copy') return slow('each trial has its own copy of the project');
  try {
    const programs = await buildPrograms(subject, laboratory, signal);
    if (programs.length === 0) return slow('no test program could be built apart from a run');
    const fast = withPrograms(subject, programs);
    const differs = await compare(subject, fast, laboratory, request);
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
