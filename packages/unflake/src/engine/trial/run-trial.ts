/**
 * Runs one trial: private folder, effects of its conditions, the command of the adapter, the launcher, the parsed report. Whatever happens
 * to the process is an outcome; only a command that cannot be started, or retries that cannot be turned off, are faults.
 */
import { chmodSync, lchownSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command, RawRun } from '../../contract/command.ts';
import { UnflakeError } from '../../contract/faults.ts';
import type { Effect } from '../../contract/knob.ts';
import type { RunnerContext, RunRequest } from '../../contract/runner.ts';
import type { Trial, TrialResult } from '../../contract/trial.ts';
import { stolenShare } from '../../proc/cpu-times.ts';
import { copySubject, inCopy } from '../folders/subject-copy.ts';
import type { TrialFolder } from '../folders/trial-folder.ts';
import { applyEffect } from '../knobs/apply-effect.ts';
import { withCpuQuota } from '../knobs/cpu-quota.ts';
import { startBackgroundLoad } from '../knobs/start-background-load.ts';
import { cold } from '../launchers/cold.ts';
import type { LaunchOptions } from '../launchers/launcher.ts';
import { startUnslowed } from '../launchers/start-unslowed.ts';
import { runTag, trialTag } from '../process/tags.ts';
import { contextOf, type Subject } from '../subject/subject.ts';
import { timedPart } from '../timed-part.ts';
import { type TrialWorkspace, withEnvironmentCopy, withVariables } from '../trial-workspace.ts';
import { hangWatchOf } from './hang-watch-of.ts';
import { observe, observePlain, type TrialObservations } from './observe.ts';

export interface TrialRun extends Omit<TrialResult, 'id' | 'atMs'> {
  /** Exactly what was started, with the whole difference to the base environment. */
  readonly command: Command;
  readonly output: { readonly stdout: string; readonly stderr: string };
}

export interface TrialOptions {
  /** What the trial's conditions do to its processes; adapters read the conditions themselves as well. */
  readonly effect?: Effect;
  readonly signal?: AbortSignal;
}

/** A run as it would be read if it were cut off at this moment. */
const CUT_NOW = { code: null, signal: 'SIGTERM', timedOut: true, stdout: '', stderr: '', ms: 0 } as const;

let started = 0;

export function runTrial(
  trial: Trial,
  subject: Subject,
  workspace: TrialWorkspace,
  options: TrialOptions = {},
): Promise<TrialRun> {
  let started = '';
  const how = (launcher: string) => {
    started = launcher;
  };
  const { mode, exclusive, conditions, tests } = trial;
  const about = () => ({ started, mode, exclusive, conditions, tests: tests.length });
  return timedPart('trial', () => runStarted(trial, subject, workspace, options, how), { about });
}

async function runStarted(
  trial: Trial,
  ordinary: Subject,
  workspace: TrialWorkspace,
  { effect: asked = {}, signal }: TrialOptions,
  /** Is told by which launcher. */
  how: (launcher: string) => void,
): Promise<TrialRun> {
  const { effect, close } = withCpuQuota(asked);
  const ready = (await workspace.launcher.reserve?.(trial, effect, signal)) ?? null;
  const subject = workspace.launcher.subjectFor?.(trial) ?? ordinary;
  how(ready !== null || subject !== ordinary ? workspace.launcher.name : cold.name);
  const unslowed = ready === null ? await startUnslowed(trial, effect, subject, workspace, signal) : null;
  const { launch } = unslowed ?? workspace.launcher;
  const reserved = ready ?? unslowed;
  const folder = reserved?.folder ?? workspace.folders.trialFolder();
  let written: readonly string[] = [];
  try {
    const placed = place(subject, folder, workspace);
    const context = contextOf(placed, folder.path);
    const request = requestOf(trial, subject);
    const built = build(trial, subject, request, context);
    if (built === null) return nothingToRun(trial, placed);
    const copied = await withEnvironmentCopy(workspace, folder);
    // A plain command runs as it is printed.
    const given = trial.mode === 'plain' ? {} : (reserved?.variables ?? workspace.launcher.variables?.(trial) ?? {});
    const own = withVariables(copied, given);
    const command = applyEffect(built, folder, own, effect);
    if (effect.owner !== undefined) giveTo(folder.path, effect.owner);
    written = [...Object.keys(command.files).map((name) => join(folder.path, name)), ...command.reads];
    started += 1;
    const hang = hangWatchOf(trial, command, (files) => subject.adapter.parse({ ...CUT_NOW, files }, request, context));
    const options: LaunchOptions = {
      folder: folder.path,
      timeBoxMs: trial.timeBoxMs,
      tags: reserved?.tags ?? [runTag(), trialTag(started)],
      baseEnv: workspace.baseEnv,
      outputLimit: workspace.outputLimit,
      outputPlace: workspace.outputPlace,
      ...(effect.cpuShare === undefined ? {} : { cpuShare: effect.cpuShare, cpuPhase: phaseOf(trial) }),
      ...(signal === undefined ? {} : { signal }),
    };
    // Copies share the folders that the tests see, and have their own for the probes.
    const commandIn = ({ path }: TrialFolder) =>
      applyEffect(build(trial, subject, request, contextOf(placed, path)) ?? built, folder, own, effect);
    const load = startBackgroundLoad(effect, commandIn, workspace, options);
    const before = workspace.cpuTimes();
    const watched = hang === undefined ? options : { ...options, hang };
    const run = await timedPart('processes', () => launch(command, watched)).finally(load.end);
    const stolen = stolenShare(before, workspace.cpuTimes());
    const seen = { ...read(trial, subject, run, request, context), ...endingOf(run), ...(stolen > 0 && { stolen }) };
    return { trial, ...seen, command, output: outputOf(run) };
  } finally {
    await close();
    await folder.release(written.filter((path) => path.startsWith(`${folder.path}/`)));
  }
}

/** The moment of the first pause is drawn with the trial and is the same on replay. */
const PHASES = 1000;
const phaseOf = ({ seed }: Trial): number => (1 + (seed % PHASES)) / PHASES;

function build({ mode }: Trial, { adapter }: Subject, request: RunRequest, context: RunnerContext): Command | null {
  return mode === 'plain' ? adapter.plain(request, context) : adapter.command(request, context);
}

/** The subject where this trial finds it: in the working tree, or in a copy of its own. */
function place(subject: Subject, folder: TrialFolder, { subjectFiles }: TrialWorkspace): Subject {
  if (subjectFiles === 'shared') return subject;
  const copy = join(folder.path, 'subject');
  copySubject(subject.root, copy);
  const [program, ...rest] = subject.program.map((part) => inCopy(part, subject.root, copy));
  return { ...subject, root: copy, folder: inCopy(subject.folder, subject.root, copy), program: [program!, ...rest] };
}

function requestOf({ tests, repeat, forks, forkMs, conditions, seed, watch }: Trial, { suite }: Subject): RunRequest {
  const target = watch !== 'all' && watch.length === 1 ? { target: watch[0]! } : {};
  return { tests, suite, repeat, ...(forks === undefined ? {} : { forks, forkMs }), conditions, seed, ...target };
}

function read(
  trial: Trial,
  { adapter }: Subject,
  run: RawRun,
  request: RunRequest,
  context: RunnerContext,
): TrialObservations {
  if (trial.mode === 'plain') return observePlain(trial, adapter.parsePlain(run, request), run.ms, []);
  const report = adapter.parse(run, request, context);
  const [retry] = report.retried ?? [];
  if (retry !== undefined)
    throw new UnflakeError('RETRIES_NOT_OFF', `${adapter.name} retries failed tests: ${retry}`, { problem: retry });
  return observe(trial, report);
}

/** Some selections have no command that a person could type; that is an answer, not a fault. */
function nothingToRun(trial: Trial, subject: Subject): TrialRun {
  const problem = `${subject.adapter.name} has no plain command for this selection`;
  return {
    trial,
    ...observePlain(trial, 'missing', 0, [problem]),
    ms: 0,
    ending: { code: null, signal: null, timedOut: false },
    command: { argv: ['true'], env: {}, cwd: subject.folder, files: {}, reads: [] },
    output: { stdout: '', stderr: '' },
  };
}

function endingOf({ code, signal, timedOut, ms }: RawRun): Pick<TrialResult, 'ms' | 'ending'> {
  return { ms, ending: { code, signal, timedOut } };
}

function outputOf({ stdout, stderr }: RawRun): TrialRun['output'] {
  return { stdout, stderr };
}

/** Changes the owner of a trial folder and its contents to the user that the trial runs as. The parent folder becomes traversable. */
const PASSABLE = 0o711;

function giveTo(folder: string, user: number): void {
  chmodSync(dirname(folder), PASSABLE);
  for (const name of ['.', ...(readdirSync(folder, { recursive: true }) as string[]).sort()]) {
    lchownSync(join(folder, name), user, user);
  }
}
