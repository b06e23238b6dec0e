/** How trials of a subject may start faster than by a new process each, before anything was compared; and what stands in the way. */
import { isAtLeast, npmPackage } from '../subject/npm-package.ts';
import type { Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { OWN_COPIES } from './compiled.ts';
import { canForkNode } from './forkable-node.ts';

/**
 * `forks`: of a loaded runner. `again`: a runner that stays loaded. `built`: programs that are built first. `recorded`: what the runner starts
 * for tests, without the runner. `ahead`: new processes, started while another trial runs. `cold`: nothing of all this.
 */
export type StartWay = 'forks' | 'again' | 'built' | 'recorded' | 'ahead' | 'cold';

export interface FastStart {
  readonly way: StartWay;
  /** Why a faster way of this runner cannot be used here; null otherwise. */
  readonly hindrance: string | null;
}

export const NO_FORKS = 'Node cannot be forked here: that needs Linux and a C compiler (cc)';
const OWN_ENVIRONMENTS = 'each trial has its own copy of the environment';

/** Asks for the version of the runner, and may compile what a fork of Node needs. */
export function fastStart(subject: Subject, workspace: TrialWorkspace): FastStart {
  const { waits, compiled } = subject.adapter;
  const alone = hindranceOf(workspace);
  if (waits === 'forks' || waits === 'again') {
    if (alone !== null) return { way: 'cold', hindrance: alone };
    return waits === 'again' ? { way: 'again', hindrance: null } : forking(subject);
  }
  if (compiled !== undefined) {
    if (workspace.subjectFiles === 'copy') return { way: 'cold', hindrance: OWN_COPIES };
    return { way: compiled.paysAfter === undefined ? 'built' : 'recorded', hindrance: null };
  }
  return { way: waits === 'once' && alone === null ? 'ahead' : 'cold', hindrance: null };
}

/** Where forks are impossible, earlier versions may stay loaded and other runners be started ahead. */
function forking({ adapter, folder }: Subject): FastStart {
  const { forksNode, forksSince, program } = adapter;
  const version = forksSince === undefined ? null : (npmPackage(program, folder)?.version ?? null);
  if (forksSince !== undefined && (version === null || !isAtLeast(version, forksSince)))
    return { way: 'again', hindrance: null };
  if (forksNode !== true || canForkNode()) return { way: 'forks', hindrance: null };
  return { way: forksSince === undefined ? 'ahead' : 'again', hindrance: NO_FORKS };
}

/** A process started ahead cannot be given the location of its copy any more. */
function hindranceOf({ subjectFiles, baseEnvironment }: TrialWorkspace): string | null {
  if (subjectFiles === 'copy') return OWN_COPIES;
  return baseEnvironment === null ? null : OWN_ENVIRONMENTS;
}
