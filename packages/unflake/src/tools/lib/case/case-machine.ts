/** The machine of a case: found when the case is opened, and read back from it when it is resumed or replayed. */
import type { Machine } from '../../../contract/knob.ts';
import { knobsHere } from '../../../engine/knobs/knob-choices.ts';
import { refusesOrdinaryUser } from '../../../engine/knobs/ordinary-user.ts';
import type { Subject } from '../../../engine/subject/subject.ts';
import type { TrialWorkspace } from '../../../engine/trial-workspace.ts';
import { FACTS, type MachineSnapshot } from './machine-snapshot.ts';

/** What the case kept wins over what is found now, so that a setting has the effect that it had. */
export function machineOfCase(here: Machine, kept: MachineSnapshot | undefined): Machine {
  return { ...here, ...kept?.facts };
}

export function snapshotMachine(machine: Machine, subject: Subject, workspace: TrialWorkspace): MachineSnapshot {
  const { can, withoutWorkers } = subject.adapter;
  const none = can.workers ? null : { why: 'this runner cannot set their number', enable: null };
  const ordinaryUser = refusesOrdinaryUser(subject, workspace);
  const knobs = knobsHere({ ...machine, withoutWorkers: withoutWorkers ?? none, ordinaryUser });
  return { cores: machine.cores, facts: FACTS.parse(machine), ...knobs };
}
