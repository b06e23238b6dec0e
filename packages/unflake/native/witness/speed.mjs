/**
 * Reports whether this process is slowed: it receives SIGCONT and measures how long it was stopped before. Time spent in the run queue of a
 * busy CPU does not count, nor does a gap without a signal: then the machine itself was suspended.
 */
import { readFileSync } from 'node:fs';

const PATIENCE_MS = 1500;
const TICK_MS = 5;
const TURNS = 3;
/** Longer than a tick may be late, shorter than a pause. */
const REST_MS = 20;
/** Share of the time: below the halves and quarters that are requested, and far above a control that hardly slows. */
const SLOWED = 0.4;

const began = performance.now();
let last = began;
let waited = waitedMs();
let rested = 0;
/** The last gap without its signal yet, and a signal without its gap yet. Either may come first. */
let gap = 0;
let continued = false;

process.on('SIGCONT', () => {
  continued = gap === 0;
  rested += gap;
  gap = 0;
});
// unflake-allow timer-left-behind: the process is ended from outside
setInterval(() => {
  const now = performance.now();
  const stood = waitedMs();
  gap = now - last >= REST_MS ? Math.max(0, now - last - (stood - waited)) : 0;
  if (continued) {
    rested += gap;
    gap = 0;
  }
  continued = false;
  last = now;
  waited = stood;
}, TICK_MS);
setTimeout(async () => {
  // A signal that arrives during a pause is delivered after the timers that came due meanwhile.
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  console.log(rested >= SLOWED * (performance.now() - began) ? 'slowed' : 'full speed');
  process.exit();
}, PATIENCE_MS);

/** Total time that this thread has waited for a CPU; 0 where the system does not report it. */
function waitedMs() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
