import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isAlive, ownIdentity } from '../../../src/proc/process-identity.ts';
import { startTime } from '../../../src/proc/process-table.ts';

test('this process is alive, and its name can stand in a file name', () => {
  expect(ownIdentity()).toMatch(/^\d+-\d+-\d+$/);
  expect(isAlive(ownIdentity())).toBe(true);
});

test('a later process with the same number is not mistaken for the dead one', () => {
  const [namespace, pid, start] = ownIdentity().split('-');
  expect(isAlive(`${namespace}-${pid}-${Number(start) - 1}`)).toBe(false);
});

test('a process that has ended is dead', async () => {
  const child = spawn('true', { stdio: 'ignore' });
  const pid = child.pid!;
  const start = startTime(pid);
  await once(child, 'exit');
  const [namespace] = ownIdentity().split('-');
  expect(isAlive(`${namespace}-${pid}-${start}`)).toBe(false);
  expect(startTime(pid)).toBeUndefined();
});

test('a process of another pid namespace cannot be seen from here and is left alone', () => {
  expect(isAlive('1-999999999-1')).toBe(true);
});
