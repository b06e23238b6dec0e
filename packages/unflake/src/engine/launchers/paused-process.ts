/** A process that was started before its trial was known, and waits for it in the folder that the trial will have. */
import { isDeepStrictEqual } from 'node:util';
import type { Command } from '../../contract/command.ts';
import { isFault } from '../../contract/faults.ts';
import type { Effect } from '../../contract/knob.ts';
import type { Conditions } from '../../contract/trial.ts';
import { applyEffect } from '../knobs/apply-effect.ts';
import { deferred } from '../process/deferred.ts';
import { beginCommand, type PendingProcess } from '../process/run-command.ts';
import type { Gate } from '../process/start-process.ts';
import { runTag, trialTag } from '../process/tags.ts';
import { contextOf, type Subject } from '../subject/subject.ts';
import { type TrialWorkspace, withVariables } from '../trial-workspace.ts';
import { asForkable } from './forkable-node.ts';
import type { Reservation } from './launcher.ts';

export interface PausedProcess extends Reservation {
  readonly command: Command;
  readonly pending: PendingProcess;
  readonly gate: Gate;
  /** Trials that it has run. */
  served: number;
}

/** What is known of the trials to come. */
export interface Expected {
  readonly effect: Effect;
  readonly conditions: Conditions;
  readonly variables: Readonly<Record<string, string>>;
  readonly runs: 'paused' | 'serving';
}

let prepared = 0;

/** The slowest runner takes seconds on a busy machine. One that hangs while it starts must not hold up the trials, which have no limit yet. */
const MAX_START_MS = 120_000;

/** Null if it cannot be started; the cold start of the trial then reports why. */
export async function pauseProcess(
  subject: Subject,
  workspace: TrialWorkspace,
  { effect, conditions, variables, runs }: Expected,
  maxStartMs = MAX_START_MS,
): Promise<PausedProcess | null> {
  const folder = workspace.folders.trialFolder();
  const request = { tests: [], suite: subject.suite, repeat: 1, conditions, seed: 0 };
  const built = subject.adapter.command(request, contextOf(subject, folder.path));
  const command = applyEffect(built, folder, withVariables(workspace, variables), effect);
  prepared += 1;
  const tags = [runTag(), `${trialTag(prepared)}_AHEAD`] as const;
  const { baseEnv, outputLimit, outputPlace } = workspace;
  const options = { folder: folder.path, tags, baseEnv, outputLimit, outputPlace };
  try {
    const serves = runs === 'serving' && subject.adapter.forksNode === true;
    const pending = await beginCommand(serves ? asForkable(command, baseEnv) : command, options, runs);
    const gate = { ...pending.gate!, reached: reachedWithin(maxStartMs, pending.gate!) };
    return { folder, tags, variables, command, pending, gate, served: 0 };
  } catch (error) {
    if (!isFault(error)) throw error;
    await folder.release([]);
    return null;
  }
}

function reachedWithin(ms: number, { reached }: Gate): Promise<boolean> {
  const late = deferred<boolean>();
  const timer = setTimeout(() => late.resolve(false), ms);
  return Promise.race([reached.finally(() => clearTimeout(timer)), late.promise]);
}

export async function discard({ pending, folder }: Pick<PausedProcess, 'pending' | 'folder'>): Promise<void> {
  await pending.discard();
  await folder.release([]);
}

/** Everything except the files, which are written when the process resumes. */
export function isSame({ files: _one, ...command }: Command, { files: _other, ...waiting }: Command): boolean {
  return isDeepStrictEqual(command, waiting);
}
