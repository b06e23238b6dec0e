/** The memory in use: the heap after a forced collection, so that garbage does not count. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function liveHeapBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
