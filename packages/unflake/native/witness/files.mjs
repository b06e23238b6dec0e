/** Says which asynchronous file operations of this file begin later: writes, reads or none. */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = await mkdtemp(join(tmpdir(), 'files-'));
const order = [];
await Promise.all([
  writeFile(join(folder, 'one'), '').then(() => order.push('reads')),
  stat(folder).then(() => order.push('writes')),
  // Neither is later than the other by itself.
  new Promise((done) => setTimeout(done, 20)).then(() => order.push('none')),
]);
await rm(folder, { recursive: true });
// Whoever comes behind the timer is late.
console.log(order.at(-1) === 'none' ? 'none' : order[0] === 'none' ? 'both' : order[0]);
