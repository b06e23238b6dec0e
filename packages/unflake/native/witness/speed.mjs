/**
 * Says whether this process is slowed: it hears that it is continued, and sees how much of the time went by without it until then. Time in
 * which it only waited for a busy processor does not count, nor does a gap that no signal ended: there the machine itself stood still.
 */
import { readFileSync } from 'node:fs';

const PATIENCE_MS = 1500;
const TICK_MS = 5;
const TURNS = 3;
/** Longer than a tick may be late, shorter than a rest. */
const REST_MS = 20;
/** Of the time; below the halves and quarters that are asked for, and far from a control that hardly slows. */
const SLOWED = 0.4;

const began = performance.now();
let last = began;
let waited = waitedMs();
let rested = 0;
/** The last gap, while no signal has been heard for it; and a signal, while no gap has been seen for it. Either may come first. */
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
  // A signal that came while we rested is told after the timers, which came due meanwhile.
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  console.log(rested >= SLOWED * (performance.now() - began) ? 'slowed' : 'full speed');
  process.exit();
}, PATIENCE_MS);

/** How long this thread has stood in line for a processor, in all; 0 where the system does not tell. */
function waitedMs() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
