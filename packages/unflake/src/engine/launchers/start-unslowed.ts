/**
 * A trial with less CPU time, whose start is not slowed: its new process loads the runner at full speed, pauses before it reads the project or
 * its selection, and is slowed from there on. Starting a runner takes longer than most tests, and with a tenth of the CPU time ten times as
 * long.
 */
import type { Effect } from '../../contract/knob.ts';
import type { Trial } from '../../contract/trial.ts';
import { writeCommandFiles } from '../process/command-files.ts';
import { deferred } from '../process/deferred.ts';
import { runCommand } from '../process/run-command.ts';
import type { Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { cold } from './cold.ts';
import type { Launcher, Reservation } from './launcher.ts';
import { discard, isSame, pauseProcess } from './paused-process.ts';

export interface UnslowedStart extends Reservation, Pick<Launcher, 'launch'> {}

/** Null where it starts in any other way. */
export async function startUnslowed(
  trial: Trial,
  effect: Effect,
  subject: Subject,
  workspace: TrialWorkspace,
  signal?: AbortSignal,
): Promise<UnslowedStart | null> {
  if (!mayPause(trial, effect, subject, workspace)) return null;
  const variables = workspace.launcher.variables?.(trial) ?? {};
  const { conditions } = trial;
  const waiting = await pauseProcess(subject, workspace, { effect, conditions, variables, runs: 'paused' });
  if (waiting === null) return null;
  if (!(await arrives(waiting.gate.reached, signal))) {
    await discard(waiting);
    return null;
  }
  const { tags, folder, pending, gate, command: prepared } = waiting;
  let isPaused = true;
  return {
    tags,
    variables,
    folder: {
      ...folder,
      async release(written) {
        if (isPaused) await pending.discard();
        await folder.release(written);
      },
    },
    async launch(command, how) {
      isPaused = false;
      if (how.signal?.aborted || !isSame(command, prepared)) {
        await pending.discard();
        return runCommand(command, how);
      }
      writeCommandFiles(how.folder, command.files);
      void gate.resume({ reuse: false });
      return (await pending.finish(command.reads, how)).run;
    },
  };
}

/** A prefix or a limit would be there while the runner starts. */
function mayPause({ mode }: Trial, effect: Effect, { adapter }: Subject, workspace: TrialWorkspace): boolean {
  const { launcher, subjectFiles, baseEnvironment } = workspace;
  return (
    mode === 'probe' &&
    effect.cpuShare !== undefined &&
    Object.keys(effect).every((key) => key === 'cpuShare' || key === 'env') &&
    adapter.waits !== undefined &&
    launcher !== cold &&
    subjectFiles === 'shared' &&
    baseEnvironment === null
  );
}

async function arrives(reached: Promise<boolean>, signal: AbortSignal | undefined): Promise<boolean> {
  const cancelled = deferred<false>();
  const cancel = () => cancelled.resolve(false);
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    return await Promise.race([reached, cancelled.promise]);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
