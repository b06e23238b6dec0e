/** Reports which asynchronous file operations of this file start late: writes, reads or none. */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = await mkdtemp(join(tmpdir(), 'files-'));
const order = [];
await Promise.all([
  writeFile(join(folder, 'one'), '').then(() => order.push('reads')),
  stat(folder).then(() => order.push('writes')),
  // Without the knob neither is later than the other.
  new Promise((done) => setTimeout(done, 20)).then(() => order.push('none')),
]);
await rm(folder, { recursive: true });
// An operation that finishes after the timer is late.
console.log(order.at(-1) === 'none' ? 'none' : order[0] === 'none' ? 'both' : order[0]);
