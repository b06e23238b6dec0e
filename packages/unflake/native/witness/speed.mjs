/** Says whether this process is slowed: it hears that it is continued, and sees how much of the time went by without it. */
const PATIENCE_MS = 1500;
const TICK_MS = 5;
const TURNS = 3;
/** Longer than a tick may be late, shorter than a rest. */
const REST_MS = 20;
/** Of the time; far from the halves and quarters that are asked for, and from a control that hardly slows. */
const SLOWED = 0.25;

const began = performance.now();
let last = began;
let rested = 0;
let continued = false;

process.on('SIGCONT', () => {
  continued = true;
});
// unflake-allow timer-left-behind: the process is ended from outside
setInterval(() => {
  const now = performance.now();
  if (now - last >= REST_MS) rested += now - last;
  last = now;
}, TICK_MS);
setTimeout(async () => {
  // A signal that came while we rested is told after the timers, which came due meanwhile.
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  console.log(continued && rested >= SLOWED * (performance.now() - began) ? 'slowed' : 'full speed');
  process.exit();
}, PATIENCE_MS);
