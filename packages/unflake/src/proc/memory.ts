/** How much memory a process takes. */
import { readFileSync } from 'node:fs';

/** Bytes, with its share of what it has in common with others; 0 where the system does not tell. */
export function memoryOf(pid: number): number {
  try {
    return 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    // It has ended, or this is not Linux.
    return 0;
  }
}
