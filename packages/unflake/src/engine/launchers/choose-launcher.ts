/**
 * Chooses the launcher of a subject: built programs, if they agree with `cold` on a sample, from the first trial or a later one; a runner
 * that stays loaded; else a new process per trial, started ahead if the runner supports it and a core is free.
 */
import { availableParallelism } from 'node:os';
import type { NotTried } from '../../contract/diagnosis.ts';
import type { Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { openBuiltLater } from './built-later.ts';
import { cold } from './cold.ts';
import { compare, type LauncherComparison } from './compare.ts';
import { buildPrograms, compiled, NO_PROGRAM, withPrograms } from './compiled.ts';
import { fastStart, type StartWay } from './fast-start.ts';
import type { Launcher } from './launcher.ts';
import { openLoadedRunner } from './loaded-runner.ts';
import { openStandby } from './standby.ts';

export interface Launch {
  readonly subject: Subject;
  readonly launcher: Launcher;
  /** Why a faster launcher of this runner is not used, as known so far; null otherwise. */
  readonly distrust: string | null;
  /** What the launcher in use does without, as known so far. */
  readonly lacks?: NotTried | null;
  /** To be called when no trial is running any more. */
  readonly close: () => Promise<void>;
}

/** `cold`: a new process per trial, with nothing started ahead. */
export const LAUNCHERS = ['fastest', 'cold'] as const;

export interface LaunchRequest extends LauncherComparison {
  readonly jobs: number;
  readonly launcher?: (typeof LAUNCHERS)[number];
  /** Of the case, for what a launcher draws. */
  readonly seed?: number;
  /** Cancels only the choice: a build or comparison that takes too much of the time of the case. */
  readonly within?: AbortSignal;
  /** Trials will follow for certain. */
  readonly atOnce?: boolean;
}

export async function chooseLauncher(
  subject: Subject,
  workspace: TrialWorkspace,
  request: LaunchRequest,
): Promise<Launch> {
  if (request.launcher === 'cold') return { subject, launcher: cold, distrust: null, close: async () => {} };
  const { way, hindrance } = fastStart(subject, workspace);
  if (way === 'forks' || way === 'again') {
    const loaded = openLoadedRunner(subject, workspace, { ...request, stays: way });
    return hindrance === null ? loaded : withLack(loaded, hindrance);
  }
  if (way === 'recorded') return openBuiltLater(subject, workspace, request, subject.adapter.compiled!.paysAfter!);
  if (way !== 'built') return slow(subject, workspace, request, way, hindrance);
  const { within, signal } = request;
  const ends = [within, signal].filter((one) => one !== undefined);
  try {
    const choice = await programs(subject, workspace, { ...request, signal: AbortSignal.any(ends) });
    return typeof choice === 'string' ? slow(subject, workspace, request, 'cold', choice) : choice;
  } catch (error) {
    // An interrupt is handled by the drive of the case, which sees the same signal and returns the best result so far.
    if (signal?.aborted) return slow(subject, workspace, request, 'cold', null);
    if (within?.aborted) return slow(subject, workspace, request, 'cold', TOO_LONG);
    throw error;
  }
}

const TOO_LONG = 'building it and comparing it with the runner would have taken too much of the time budget';

/** A string tells why not. */
async function programs(subject: Subject, workspace: TrialWorkspace, request: LaunchRequest): Promise<Launch | string> {
  const built = await buildPrograms(subject, workspace, request.target, request.signal);
  if (built.length === 0) return NO_PROGRAM;
  const fast = { subject: withPrograms(subject, built), launcher: compiled };
  const differs = await compare(subject, { ...fast, by: 'the built program' }, workspace, request);
  return differs ?? { ...fast, distrust: null, close: async () => {} };
}

function slow(
  subject: Subject,
  workspace: TrialWorkspace,
  { jobs }: LaunchRequest,
  way: StartWay,
  distrust: string | null,
): Launch {
  if (way !== 'ahead' || jobs >= availableParallelism())
    return { subject, launcher: cold, distrust, close: async () => {} };
  const launcher = openStandby(subject, workspace);
  return { subject, launcher, distrust, close: launcher.close };
}

/** Its distrust is known only later. */
const withLack = (launch: Launch, why: string): Launch => ({
  subject: launch.subject,
  launcher: launch.launcher,
  get distrust() {
    return launch.distrust;
  },
  lacks: { what: 'forks of a loaded runner', why },
  close: launch.close,
});
