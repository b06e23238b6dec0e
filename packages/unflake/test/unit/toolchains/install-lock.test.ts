/** Two processes that would install the same thing: one does, the other waits. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installLock } from '../../../../../scripts/toolchains/install-lock.mjs';

let home: string;
let path: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'unflake-lock-'));
  path = join(home, 'tool.lock');
});
afterEach(() => rmSync(home, { recursive: true }));

test('the second waits until the first has released it', async () => {
  const order: string[] = [];
  const release = await installLock(path);
  const second = installLock(path).then((releaseSecond) => {
    order.push('second has it');
    return releaseSecond();
  });
  order.push('first releases');
  await release();
  await second;
  expect(order).toEqual(['first releases', 'second has it']);
  expect(existsSync(path)).toBe(false);
});

test('a lock whose holder has died is taken over', async () => {
  const { pid, status } = spawnSync(process.execPath, ['-e', '0']);
  expect(status).toBe(0);
  mkdirSync(path);
  writeFileSync(join(path, 'pid'), String(pid));
  const release = await installLock(path);
  await release();
  expect(existsSync(path)).toBe(false);
});
