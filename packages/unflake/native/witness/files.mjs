/** Reports which asynchronous file operations of this file start late: writes, reads or none. */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A busy machine delays some attempts; the knob delays all of them. */
const ATTEMPTS = 8;
/** Half of what the knob adds. */
const LATE_MS = 20;

const folder = await mkdtemp(join(tmpdir(), 'files-'));
const operations = { writes: () => writeFile(join(folder, 'one'), ''), reads: () => stat(folder) };
const late = [];
for (const [name, operation] of Object.entries(operations)) {
  let shortest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && shortest >= LATE_MS; attempt += 1) {
    const began = performance.now();
    await operation();
    shortest = Math.min(shortest, performance.now() - began);
  }
  if (shortest >= LATE_MS) late.push(name);
}
await rm(folder, { recursive: true });
console.log(late.length === 2 ? 'both' : (late[0] ?? 'none'));
