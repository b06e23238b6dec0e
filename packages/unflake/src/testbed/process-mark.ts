/** Identifies a process in a marker by pid, start time and boot id, because a pid may be reused. */
import { startTime } from '../proc/process-table.ts';
import { procText } from '../proc/read-proc.ts';

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
  return { pid, start: String(startTime(pid) ?? 0), boot: bootId() };
}

export function isMarkAlive({ pid, start, boot }: ProcessMark): boolean {
  return boot === bootId() && String(startTime(pid)) === start;
}

const bootId = (): string => procText('/proc/sys/kernel/random/boot_id')?.trim() ?? 'unknown';
