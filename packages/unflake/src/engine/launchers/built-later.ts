/**
 * Programs whose building pays only in a long diagnosis. The first trials start cold. The programs are built while they run, and compared
 * with `cold` when as many trials again would pay for that. Trials that measure time start cold throughout, so that their timings are of one
 * launcher.
 */
import type { NotTried } from '../../contract/diagnosis.ts';
import type { BuiltProgram } from '../../contract/runner.ts';
import type { Trial } from '../../contract/trial.ts';
import { runCommand } from '../process/run-command.ts';
import type { Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { cold } from './cold.ts';
import { compare, type LauncherComparison } from './compare.ts';
import { buildPrograms, NO_PROGRAM, OWN_COPIES, withPrograms } from './compiled.ts';
import type { Launcher } from './launcher.ts';

export interface BuiltLater {
  readonly subject: Subject;
  readonly launcher: Launcher;
  readonly distrust: string | null;
  readonly lacks: NotTried | null;
  readonly close: () => Promise<void>;
}

const RECORDED: Launcher = { name: 'recorded command', keeps: 'built-programs', launch: runCommand };

/** The part of the trials before the comparison after which building begins. It takes as long as a few of them. */
const BUILT_FROM = 0.5;

export function openBuiltLater(
  subject: Subject,
  workspace: TrialWorkspace,
  request: LauncherComparison,
  paysAfter: number,
): BuiltLater {
  let fast: Subject | null = null;
  let distrust = workspace.subjectFiles === 'copy' ? OWN_COPIES : null;
  let lacks: NotTried | null = null;
  let trials = 0;
  let building: Promise<readonly BuiltProgram[]> | undefined;
  let decided: Promise<void> | undefined;
  const closing = new AbortController();
  const signals = request.signal === undefined ? [closing.signal] : [closing.signal, request.signal];

  function build(): Promise<readonly BuiltProgram[]> {
    building ??= buildPrograms(subject, workspace, request.target, AbortSignal.any(signals));
    // Whoever waits for it gets the error; perhaps nobody does.
    building.catch(() => {});
    return building;
  }

  async function decide(signal: AbortSignal | undefined): Promise<void> {
    const programs = await build();
    if (programs.length === 0) {
      distrust = NO_PROGRAM;
      return;
    }
    const built = withPrograms(subject, programs);
    const way = { subject: built, launcher: RECORDED, by: 'the recorded command' };
    distrust = await compare(subject, way, workspace, signal === undefined ? request : { ...request, signal });
    lacks = subject.adapter.compiled?.lacks?.(programs) ?? null;
    if (distrust === null) fast = built;
  }

  const isServed = ({ mode, exclusive }: Trial): boolean => mode === 'probe' && !exclusive;

  return {
    subject,
    launcher: {
      get name() {
        return fast === null ? cold.name : RECORDED.name;
      },
      get keeps() {
        return fast === null ? cold.keeps : RECORDED.keeps;
      },
      launch: runCommand,
      subjectFor: (trial) => (fast !== null && isServed(trial) ? fast : subject),
      async reserve(trial, _effect, signal) {
        if (trial.exclusive) {
          // Nothing may be built beside a trial that measures time.
          await building?.catch(() => {});
          return null;
        }
        if (!isServed(trial) || distrust !== null) return null;
        trials += 1;
        if (trials > paysAfter) {
          decided ??= decide(signal);
          await decided;
        } else if (trials > BUILT_FROM * paysAfter) build();
        return null;
      },
    },
    get distrust() {
      return distrust;
    },
    get lacks() {
      return lacks;
    },
    async close() {
      closing.abort();
      await building?.catch(() => {});
    },
  };
}
