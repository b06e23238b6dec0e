/** Limits CPU time by stopping and continuing the processes of a trial. Needs no privileges and no kernel feature. */
import { signalTree, type Tree } from './end-tree.ts';

/** Short compared with waits of a test, long compared with the cost of two signals per process. */
const PERIOD_MS = 100;

/**
 * Starts in the running phase, of which `phase` is left: a short program would otherwise always finish before its first pause. The returned
 * function ends the cycle and leaves everything running.
 */
export function startDutyCycle(share: number, phase: number, tree: () => Tree): () => void {
  if (share >= 1) return () => {};
  let timer: NodeJS.Timeout | undefined;
  // Timers fire late on a busy machine. The cycle follows the clock, so that a late stop gets a longer pause.
  let ranMs = 0;
  let restedMs = 0;
  let since = performance.now();

  // The process group gets the signal immediately; finding processes that left it takes milliseconds, in which the others already pause or
  // run.
  function turn(signal: 'SIGSTOP' | 'SIGCONT'): number {
    const now = performance.now();
    const spent = now - since;
    since = now;
    signalTree(tree(), signal);
    return spent;
  }

  const after = (ms: number, next: () => void) => {
    timer = setTimeout(next, Math.max(1, ms - (performance.now() - since)));
  };

  const due = () => (ranMs * (1 - share)) / share;
  // Too long a rest is made up for by a longer run, so that a mild dose stays mild on a busy machine, where every rest is too long; of a
  // strong one a burst would be the undoing.
  const credit = share > 0.5 ? Number.POSITIVE_INFINITY : 0;
  const owed = () => (restedMs * share) / (1 - share) - ranMs;

  function rest(): void {
    ranMs += turn('SIGSTOP');
    after(due() - restedMs, run);
  }

  function run(): void {
    restedMs = Math.min(due() + credit, restedMs + turn('SIGCONT'));
    after(Math.max(PERIOD_MS * share, owed()), rest);
  }

  timer = setTimeout(rest, PERIOD_MS * share * phase);
  return () => {
    clearTimeout(timer);
    signalTree(tree(), 'SIGCONT');
  };
}
