/** Ends a running command by its time box, its signal or because it hangs, and slows it if that is asked for. */
import { startDutyCycle } from './duty-cycle.ts';
import { askTreeToEnd, endTree, type Tree } from './end-tree.ts';
import { type HangWatch, watchForHang } from './hang-watch.ts';

export interface WatchedRun {
  /** The command is killed with all its processes after this long. */
  readonly timeBoxMs: number;
  /** Ends the command earlier, as by the time box, when it hangs. */
  readonly hang?: HangWatch;
  /** CPU share of its processes, above 0 and at most 1. */
  readonly cpuShare?: number;
  /** Share of the first running phase that is left, above 0 and at most 1; all of it by default. */
  readonly cpuPhase?: number;
  /** On abort, everything is killed and the promise rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** Between SIGTERM and SIGKILL: enough for a runner to write its report, too short to matter compared with a time box. */
const GRACE_MS = 500;
const TRIM_EVERY_MS = 100;
/** A longer timeout would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** `trim` is called from time to time. `finish` stops watching and returns whether the time limit was reached. */
export function watchRun(options: WatchedRun, tree: () => Tree, trim: () => void): { finish: () => boolean } {
  let timedOut = false;
  let force: NodeJS.Timeout | undefined;
  const stopCycle = startDutyCycle(options.cpuShare ?? 1, options.cpuPhase ?? 1, tree);

  function end(): void {
    stopCycle();
    stopHangWatch();
    clearTimeout(box);
    askTreeToEnd(tree());
    force ??= setTimeout(() => void endTree(tree()), GRACE_MS);
  }

  function endInTime(): void {
    timedOut = true;
    end();
  }

  const box = setTimeout(endInTime, Math.min(options.timeBoxMs, MAX_TIMER_MS));
  const stopHangWatch = options.hang === undefined ? () => {} : watchForHang(options.hang, endInTime);
  const trimming = setInterval(trim, TRIM_EVERY_MS);
  options.signal?.addEventListener('abort', end);
  // It may have fired while the process was being started.
  if (options.signal?.aborted) end();

  return {
    finish() {
      stopCycle();
      stopHangWatch();
      clearTimeout(box);
      clearTimeout(force);
      clearInterval(trimming);
      options.signal?.removeEventListener('abort', end);
      return timedOut;
    },
  };
}
