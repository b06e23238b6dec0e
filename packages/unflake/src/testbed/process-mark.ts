/** Identifies a process in a marker by pid, start time and boot id, because a pid may be reused. */
import { readFileSync } from 'node:fs';

export interface ProcessMark {
  readonly pid: number;
  readonly start: string;
  readonly boot: string;
}

export const markText = ({ pid, start, boot }: ProcessMark): string => `${pid} ${start} ${boot}`;

export function parseMark(text: string): ProcessMark | null {
  const match = /^(\d+) (\d+) (\S+)/.exec(text);
  return match === null ? null : { pid: Number(match[1]), start: match[2]!, boot: match[3]! };
}

export function processMark(pid: number): ProcessMark {
  return { pid, start: startTime(pid) ?? '0', boot: bootId() };
}

export function isMarkAlive({ pid, start, boot }: ProcessMark): boolean {
  return boot === bootId() && startTime(pid) === start;
}

/** Field 22 of its stat line; null if there is no such process, or only a zombie. */
function startTime(pid: number): string | null {
  const stat = procText(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name in brackets may contain anything; the fields after it may not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? null : (fields[19] ?? null);
}

const bootId = (): string => procText('/proc/sys/kernel/random/boot_id')?.trim() ?? 'unknown';

/** Null if the process is gone or its file may not be read. */
export function procText(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}
