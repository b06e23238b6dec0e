/** Opens the project of a worker for the trials of a case, or says why they cannot run there. */
import { machineHere } from '../../../engine/machine.ts';
import { runTrialUnder } from '../../../engine/trial/run-trial-under.ts';
import type { OpenedWork } from '../../../queue/serve-work.ts';
import type { Wanted } from '../../../queue/work.ts';
import type { Store } from '../../../store/port.ts';
import { machineOfCase, snapshotMachine } from '../case/case-machine.ts';
import { launchAhead } from '../case/launch-ahead.ts';
import type { MachineSnapshot } from '../case/machine-snapshot.ts';
import { openCaseSubject } from '../case/open-case-subject.ts';
import type { ToolContext } from '../tool.ts';
import { codeHere } from './code-here.ts';
import { type StoredWork, storedWork } from './stored-work.ts';
import { toolchainOf } from './toolchain-of.ts';
import { whyNotCode, whyNotToolchain } from './why-not.ts';

/** Looking at the whole checkout before each short trial would cost more than the trial. */
const LOOK_AGAIN_MS = 3_000;

export interface WorkPlace {
  readonly root: string;
  readonly config: string | undefined;
}

export async function openStoredWork(
  { caseId, wanted }: { readonly caseId: string; readonly wanted: Wanted },
  { root, config }: WorkPlace,
  store: Store,
  context: ToolContext,
): Promise<OpenedWork | string> {
  const stored = await storedWork(store, caseId, { config, store: store.address });
  const opened = await openCaseSubject({ ...stored.subject, root }, context);
  const close = () => opened[Symbol.asyncDispose]();
  try {
    const { subject, workspace } = opened;
    const toolchain = await toolchainOf(subject, workspace, context.signal);
    const here = machineHere(subject.adapter.name);
    const why =
      whyNotToolchain(wanted, { runner: subject.adapter.name, toolchain }) ??
      whyNotSuite(stored, subject.suite) ??
      whyNotKnobs(stored.machine, snapshotMachine(here, subject, workspace));
    if (why !== null) {
      await close();
      return why;
    }
    // Processors are numbered by each machine for itself.
    const machine = { ...machineOfCase(here, stored.machine), firstProcessor: here.firstProcessor };
    const ahead = launchAhead(subject, workspace, {
      ...stored.launch,
      jobs: 1,
      seed: stored.seed,
      signal: context.signal,
    });
    const launch = await ahead.launch;
    const { now } = lookAgain(root, wanted, context);
    return {
      suite: stored.suite,
      hindrance: now,
      async run(trial, signal) {
        const run = await runTrialUnder(
          trial,
          launch.subject,
          { ...workspace, launcher: launch.launcher },
          machine,
          signal,
        );
        const left = ahead.outside.left();
        return left.length === 0 ? run : { ...run, ending: { ...run.ending, left } };
      },
      async [Symbol.asyncDispose]() {
        try {
          await ahead[Symbol.asyncDispose]();
        } finally {
          await close();
        }
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether somebody has changed the checkout since. */
function lookAgain(
  root: string,
  wanted: Wanted,
  { clock, signal }: ToolContext,
): { now: () => Promise<string | null> } {
  let lookedAt = clock.currentTimeMillis();
  return {
    async now() {
      if (clock.currentTimeMillis() - lookedAt < LOOK_AGAIN_MS || signal.aborted) return null;
      const why = whyNotCode(wanted, await codeHere(root, signal));
      lookedAt = clock.currentTimeMillis();
      return why;
    },
  };
}

function whyNotSuite({ suite, isWholeSuite }: StoredWork, here: StoredWork['suite']): string | null {
  const wanted = new Set(suite);
  const same = isWholeSuite ? here : here.filter((test) => wanted.has(test));
  const isEqual = same.length === suite.length && same.every((test, at) => test === suite[at]);
  return isEqual ? null : `the worker finds other tests: ${here.length}, and the case was opened with ${suite.length}`;
}

/** A condition that has no effect on this machine would look like one that changes nothing. */
function whyNotKnobs(wanted: MachineSnapshot | undefined, here: MachineSnapshot): string | null {
  const can = new Set(here.knobs.flatMap(conditions));
  const missing = (wanted?.knobs ?? []).flatMap(conditions).filter((condition) => !can.has(condition));
  return missing.length === 0 ? null : `this machine cannot set ${missing.join(', ')}`;
}

const conditions = ({ knob, settings }: MachineSnapshot['knobs'][number]): readonly string[] =>
  settings.map((setting) => `${knob}=${setting}`);
