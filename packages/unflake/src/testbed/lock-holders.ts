/**
 * The holder of a lock: from the text of its file, and from the process table, which is more reliable. For people; nothing depends on it.
 */
import { commandLineOf, everyPid, openFilesOf } from '../proc/process-table.ts';
import { procText } from '../proc/read-proc.ts';
import { isMarkAlive, parseMark } from './process-mark.ts';

export interface LockHolder {
  readonly pid: number;
  /** What it is about, in its own words, or else its command line. */
  readonly words: string;
  /** `taker`: the process that took the lock. `child`: one that inherited it, while the taker is dead. */
  readonly as: 'taker' | 'child';
}

/** The taker if it lives; else whoever has inherited the lock from it. Empty when nobody can be seen from here. */
export function lockHolders(path: string): readonly LockHolder[] {
  // The bash library writes its line over a longer one without emptying the file first.
  const text = (procText(path) ?? '').split('\n', 1)[0]!;
  const mark = parseMark(text);
  if (mark !== null && isMarkAlive(mark)) {
    const words = Buffer.from(text, 'latin1').toString('utf8').split(' ').slice(3).join(' ');
    return [{ pid: mark.pid, words: words || commandLine(mark.pid), as: 'taker' }];
  }
  return holdingProcesses(path).map((pid) => ({ pid, words: commandLine(pid), as: 'child' }));
}

/** Those with a descriptor through which the lock is held; one that only waits has the file open without the line. */
function holdingProcesses(path: string): readonly number[] {
  return everyPid().filter((pid) =>
    openFilesOf(pid).some((file) => file.path === path && /^lock:.*FLOCK/m.test(file.info())),
  );
}

function commandLine(pid: number): string {
  const words = commandLineOf(pid);
  return words.length === 0 ? 'a process that is ending' : words.join(' ').slice(0, MAX_WORDS);
}

const MAX_WORDS = 120;
