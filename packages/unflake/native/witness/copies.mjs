/** Counts how many copies of this program run at once: each creates a file in a shared folder and waits for the others for a while. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 1_500;
// No others come if none were started, and a busy machine starts them one after the other.
const FOR_THOSE_EXPECTED_MS = 20_000;

const expected = Number(process.argv[2]);
mkdirSync('marks', { recursive: true });
// unflake-allow name-from-clock: copies that live at the same time have different numbers
writeFileSync(`marks/${process.pid}`, '');
const began = performance.now();
const arrived = () => readdirSync('marks').length;
while (arrived() < expected && performance.now() - began < (arrived() > 1 ? FOR_THOSE_EXPECTED_MS : PATIENCE_MS)) {
  await pause(20);
}
// The first to exit ends the others, so each waits long enough for all to see each other.
console.log(arrived());
