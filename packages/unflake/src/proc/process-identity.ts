/**
 * Identifies a process beyond its pid, which can be reused: pid namespace, pid and start time. Used for locks and for folders of dead runs.
 */
import { startTime } from './process-table.ts';
import { procLink, procText } from './read-proc.ts';

/** `<namespace>-<pid>-<start>`; letters, digits and dashes only, so that it can be part of a file name. */
export type ProcessIdentity = string;

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= `${pidNamespace()}-${process.pid}-${startTime(process.pid) ?? 0}`;
  return own;
}

/**
 * True if the process is alive. A process of another pid namespace is invisible here and counts as alive: taking over from a live one is
 * worse than waiting for a dead one.
 */
export function isAlive(identity: ProcessIdentity): boolean {
  const [namespace, pid, start] = identity.split('-');
  if (namespace !== pidNamespace()) return true;
  if (!exists(Number(pid))) return false;
  const now = startTime(Number(pid));
  return now === undefined || String(now) === start || start === '0';
}

function exists(pid: number): boolean {
  if (procText('/proc/self/stat') !== undefined) return startTime(pid) !== undefined;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

let namespace: string | undefined;

function pidNamespace(): string {
  namespace ??= procLink('/proc/self/ns/pid')?.replace(/\D/g, '') ?? '0';
  return namespace;
}
