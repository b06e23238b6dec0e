/** How many servers fit into the memory that they may take together, by the largest one so far. */
import { memoryOf } from '../../proc/memory.ts';
import { taggedProcesses } from '../process/tags.ts';
import type { PausedProcess } from './paused-process.ts';

export interface ServerMemory {
  readonly fits: () => number;
  /** False before the first one was measured. */
  readonly isKnown: () => boolean;
  readonly measure: (ready: PausedProcess) => void;
  readonly largestMb: () => number;
}

/** The one that was used longest ago makes room. */
export const MAX_SERVERS = 8;
/** A diagnosis shall take less than 400 MB besides the trials themselves. The processes that are started ahead take up to a quarter of it. */
const MAX_BYTES = 300 * 2 ** 20;

export function serverMemory(maxBytes: number = MAX_BYTES): ServerMemory {
  let largest = 0;
  return {
    fits: () => Math.min(MAX_SERVERS, largest === 0 ? MAX_SERVERS : Math.floor(maxBytes / largest)),
    isKnown: () => largest > 0,
    measure(ready) {
      largest = Math.max(largest, bytesOf(ready));
    },
    largestMb: () => Math.round(largest / 2 ** 20),
  };
}

/** Of the server and of processes that it keeps for its forks. */
function bytesOf({ tags }: PausedProcess): number {
  return taggedProcesses(tags.at(-1)!).reduce((total, pid) => total + memoryOf(pid), 0);
}
