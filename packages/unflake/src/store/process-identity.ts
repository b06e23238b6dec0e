/**
 * Identifies a process beyond its pid, which can be reused: pid namespace, pid and start time. Used for locks and for folders of dead runs.
 */
import { readFileSync, readlinkSync } from 'node:fs';

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

/** In clock ticks since boot; undefined when there is no such process or no /proc. */
export function startTime(pid: number): number | undefined {
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name in the second field may contain spaces and brackets; the fields after it may not. Start time is the 22nd.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie keeps its pid but no longer runs.
  return fields[0] === 'Z' ? undefined : Number(fields[19]);
}

function exists(pid: number): boolean {
  if (readProc('/proc/self/stat') !== undefined) return startTime(pid) !== undefined;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

let namespace: string | undefined;

function pidNamespace(): string {
  if (namespace === undefined) {
    try {
      namespace = readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
    } catch (error) {
      if (!('code' in (error as object))) throw error;
      namespace = '0';
    }
  }
  return namespace;
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (!('code' in (error as object))) throw error;
    return undefined;
  }
}
