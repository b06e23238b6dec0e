/** Gives a trial's processes a share of the time by stopping and continuing them. Needs no rights and no kernel feature. */
import { signalTree, type Tree } from './end-tree.ts';

/** Short against a test's waits, long against the cost of two signals per process. */
const PERIOD_MS = 100;

/** Starts with a running stretch. The returned function ends the cycle and leaves everything running. */
export function startDutyCycle(share: number, tree: () => Tree): () => void {
  if (share >= 1) return () => {};
  let timer: NodeJS.Timeout | undefined;
  // Timers come late on a busy machine. The cycle is kept by the clock, so that a late stop is made up for by a longer rest.
  let ranMs = 0;
  let restedMs = 0;
  let since = performance.now();

  function rest(): void {
    ranMs += performance.now() - since;
    signalTree(tree(), 'SIGSTOP');
    since = performance.now();
    timer = setTimeout(run, Math.max(1, (ranMs * (1 - share)) / share - restedMs));
  }

  function run(): void {
    restedMs += performance.now() - since;
    signalTree(tree(), 'SIGCONT');
    since = performance.now();
    timer = setTimeout(rest, PERIOD_MS * share);
  }

  timer = setTimeout(rest, PERIOD_MS * share);
  return () => {
    clearTimeout(timer);
    signalTree(tree(), 'SIGCONT');
  };
}
