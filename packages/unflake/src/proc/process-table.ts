/** Which processes live, and what the kernel tells of each. Without /proc there are none. */
import { existsSync } from 'node:fs';
import { procEntries, procLink, procText } from './read-proc.ts';

/** Above this many candidates, listing /proc is cheaper than asking for each. */
const ASK_EACH_BELOW = 128;

/** All living processes, ascending. */
export function everyPid(): readonly number[] {
  if (!existsSync('/proc/self/environ')) return [];
  return procEntries('/proc')
    .filter((name) => name.charCodeAt(0) <= 57 && /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
}

/**
 * The living processes born after the process `after`. Pids are given out in a ring: when the newest is below `after` the ring has
 * wrapped around, and every process may be meant.
 */
export function pidsBornAfter(after: number): readonly number[] {
  const newest = newestPid();
  if (newest === undefined) return [];
  if (newest < after) return everyPid();
  if (newest - after > ASK_EACH_BELOW) return everyPid().filter((pid) => pid > after && pid <= newest);
  const pids: number[] = [];
  for (let pid = after + 1; pid <= newest; pid += 1) if (existsSync(`/proc/${pid}`) && !isThread(pid)) pids.push(pid);
  return pids;
}

/** Threads have pids, too, which no listing shows; a signal sent to one reaches the whole process. */
function isThread(pid: number): boolean {
  const status = procText(`/proc/${pid}/status`);
  return status !== undefined && !status.includes(`\nTgid:\t${pid}\n`);
}

/** The newest pid of this namespace, threads counted; undefined without /proc. */
export function newestPid(): number | undefined {
  const line = procText('/proc/loadavg');
  return line === undefined ? undefined : Number(line.trimEnd().split(' ').at(-1));
}

/**
 * The environment a process was started with, as `\0NAME=value\0…\0`; undefined when it is gone or not ours to read. A zombie's is
 * empty.
 */
export function processEnvironment(pid: number): string | undefined {
  const variables = procText(`/proc/${pid}/environ`);
  return variables === undefined ? undefined : `\0${variables}\0`;
}

/** The process group; undefined when the process is gone. */
export function groupOf(pid: number): number | undefined {
  return statOf(pid)?.group;
}

/** Undefined when the process is gone. */
export function parentOf(pid: number): number | undefined {
  return statOf(pid)?.parent;
}

/** In clock ticks since boot; undefined when there is no such process, or only what is left of one. */
export function startTime(pid: number): number | undefined {
  const stat = statOf(pid);
  // A zombie holds its pid but does nothing any more.
  return stat === undefined || stat.state === 'Z' ? undefined : stat.start;
}

interface ProcessStat {
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly start: number;
}

function statOf(pid: number): ProcessStat | undefined {
  const stat = procText(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name in brackets may hold spaces and brackets; the fields behind it may not. The start time is the 22nd of all.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0]!, parent: Number(fields[1]), group: Number(fields[2]), start: Number(fields[19]) };
}

/** Its words; empty when the process is gone or ending. */
export function commandLineOf(pid: number): readonly string[] {
  return (procText(`/proc/${pid}/cmdline`) ?? '').split('\0').filter((word) => word !== '');
}

/** What the process has as standard output and standard error; a file without a name is shown with the name it had. */
export function outputsOf(pid: number): readonly string[] {
  // Most of these processes are gone, and an exception costs more than a check.
  return [1, 2]
    .map((fd) => `/proc/${pid}/fd/${fd}`)
    .filter((link) => existsSync(link))
    .flatMap((link) => procLink(link) ?? []);
}

export interface OpenFile {
  readonly path: string;
  /** The kernel's lines about the descriptor: its position, its locks. */
  readonly info: () => string;
}

/** Of processes that are not ours to read, none. */
export function openFilesOf(pid: number): readonly OpenFile[] {
  return procEntries(`/proc/${pid}/fd`).flatMap((fd) => {
    const path = procLink(`/proc/${pid}/fd/${fd}`);
    return path === undefined ? [] : [{ path, info: () => procText(`/proc/${pid}/fdinfo/${fd}`) ?? '' }];
  });
}

/** The folder in which the process works. */
export function workFolderOf(pid: number): string | undefined {
  return procLink(`/proc/${pid}/cwd`);
}
