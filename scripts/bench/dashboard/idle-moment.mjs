/** Waits for a moment in which others leave the machine alone: what is measured then is nearer to what a person at an idle machine sees. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const SAMPLE_MS = 300;
const MIN_IDLE = 0.7;

/** Resolves with true after such a moment, with false after `maxMs` without one. Never waits where `maxMs` is 0. */
export async function idleMoment(maxMs) {
  const ends = performance.now() + maxMs;
  while (performance.now() < ends) {
    const before = cpuTimes();
    await pause(SAMPLE_MS);
    const after = cpuTimes();
    if ((after.idle - before.idle) / Math.max(1, after.all - before.all) >= MIN_IDLE) return true;
  }
  return false;
}

/** Of all processors since the start of the machine: idle, and at all. */
function cpuTimes() {
  const [, ...times] = readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/\s+/).map(Number);
  return { idle: times[3] + times[4], all: times.slice(0, 8).reduce((sum, one) => sum + one, 0) };
}
