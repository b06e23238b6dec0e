/** Reads processes and their initial environments from /proc. Without /proc it sees none. */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';

/** Above this many candidates, listing /proc is cheaper than asking for each. */
const ASK_EACH_BELOW = 128;

/** All living processes, ascending. */
export function everyPid(): readonly number[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
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
  for (let pid = after + 1; pid <= newest; pid += 1) if (existsSync(`/proc/${pid}`)) pids.push(pid);
  return pids;
}

/** The newest pid of this namespace, threads counted; undefined without /proc. */
export function newestPid(): number | undefined {
  const line = readProcFile('/proc/loadavg');
  return line === undefined ? undefined : Number(line.toString('latin1').trimEnd().split(' ').at(-1));
}

/**
 * The environment a process was started with, as `\0NAME=value\0…\0`; undefined when it is gone or not ours to read. A zombie's is
 * empty.
 */
export function processEnvironment(pid: number): string | undefined {
  const bytes = readProcFile(`/proc/${pid}/environ`);
  return bytes === undefined ? undefined : `\0${bytes.toString('latin1')}\0`;
}

/** The process group; undefined when the process is gone. */
export function groupOf(pid: number): number | undefined {
  return statOf(pid)?.group;
}

/** Undefined when the process is gone. */
export function parentOf(pid: number): number | undefined {
  return statOf(pid)?.parent;
}

function statOf(pid: number): { readonly parent: number; readonly group: number } | undefined {
  const stat = readProcFile(`/proc/${pid}/stat`)?.toString('latin1');
  if (stat === undefined) return undefined;
  // Behind the name in brackets.
  const [_state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(parent), group: Number(group) };
}

/** What the process has as standard output and standard error; a file without a name is shown with the name it had. */
export function outputsOf(pid: number): readonly string[] {
  return [1, 2].flatMap((fd) => {
    const link = `/proc/${pid}/fd/${fd}`;
    // Most of these processes are gone, and an exception costs more than a check.
    if (!existsSync(link)) return [];
    try {
      return [readlinkSync(link)];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      return [];
    }
  });
}

const shared = Buffer.alloc(64 * 1024);

/** Cheaper than readFileSync for the short files of /proc, most of which are gone when we ask. */
function readProcFile(path: string): Buffer | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const fd = openSync(path, 'r');
    try {
      const length = readSync(fd, shared, 0, shared.length, null);
      if (length < shared.length) return shared.subarray(0, length);
    } finally {
      closeSync(fd);
    }
    return readFileSync(path);
  } catch (error) {
    // Between any two calls a process may end (ENOENT, ESRCH) or change its user (EACCES, EPERM).
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
