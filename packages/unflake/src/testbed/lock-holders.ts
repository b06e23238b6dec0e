/**
 * The holder of a lock: from the text of its file, and from the process table, which is more reliable. For people; nothing depends on it.
 */
import { commandLineOf, everyPid, openFilesOf } from '../proc/process-table.ts';
import { procText } from '../proc/read-proc.ts';
import { isMarkAlive, parseMark } from './process-mark.ts';

export interface LockHolder {
  readonly pid: number;
  /** The text that it wrote, or else its command line. */
  readonly words: string;
  /** `taker`: the process that took the lock. `child`: one that inherited it, while the taker is dead. */
  readonly as: 'taker' | 'child';
}

/** The taker if it is alive; else the processes that inherited the lock. Empty if none is visible here. */
export function lockHolders(path: string): readonly LockHolder[] {
  // The bash library overwrites a longer line without truncating the file.
  const text = (procText(path) ?? '').split('\n', 1)[0]!;
  const mark = parseMark(text);
  if (mark !== null && isMarkAlive(mark)) {
    const words = Buffer.from(text, 'latin1').toString('utf8').split(' ').slice(3).join(' ');
    return [{ pid: mark.pid, words: words || commandLine(mark.pid), as: 'taker' }];
  }
  return holdingProcesses(path).map((pid) => ({ pid, words: commandLine(pid), as: 'child' }));
}

/** Processes with a descriptor that holds the lock; a waiting process has the file open without that line. */
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
