/**
 * Environment variables that identify the processes of a trial, whatever session or group they move to. Each run and trial has its own
 * variable name, so that nested unflakes add tags instead of hiding the outer ones.
 */
import { ownIdentity } from '../../proc/process-identity.ts';
import { everyPid, outputsOf, pidsBornAfter, processEnvironment } from '../../proc/process-table.ts';

export const TAG_PREFIX = 'UNFLAKE_TAG_';

const NOBODY: ReadonlySet<number> = new Set();

/** The name of the variable that all processes of this unflake's trials carry. */
export function runTag(): string {
  return `${TAG_PREFIX}${ownIdentity().replaceAll('-', '_')}`;
}

/** The name of the variable that the processes of one trial carry. */
export function trialTag(trial: number | ''): string {
  return `${runTag()}_${trial}`;
}

/**
 * Living processes with the tag, oldest pid first; `after` limits the search to processes born later. A process that dropped its
 * environment is identified by its output, if that goes to our files. `others` belong to somebody else.
 */
export function taggedProcesses(
  tag: string,
  after?: number,
  outputs: readonly string[] = [],
  others: ReadonlySet<number> = NOBODY,
): readonly number[] {
  const mark = `\0${tag}=`;
  const ofOurTrials = `\0${trialTag('')}`;
  const pids = after === undefined ? everyPid() : pidsBornAfter(after);
  return pids.filter((pid) => {
    if (pid === process.pid || others.has(pid)) return false;
    const environment = processEnvironment(pid);
    if (environment === undefined) return false;
    if (environment.includes(mark)) return true;
    if (outputs.length === 0 || environment.includes(ofOurTrials)) return false;
    return outputsOf(pid).some((output) => outputs.includes(output));
  });
}
