import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimPort, RUN_VARIABLE, startRun, uniqueName } from '../../src/names.ts';

let before: string | undefined;
beforeEach(() => {
  before = process.env[RUN_VARIABLE];
});
afterEach(() => {
  if (before === undefined) delete process.env[RUN_VARIABLE];
  else process.env[RUN_VARIABLE] = before;
});

describe('a name', () => {
  test('is the same in every run: prefix, number of the thread, count', () => {
    for (let round = 0; round < 2; round += 1) {
      const run = startRun();
      expect([uniqueName('orders'), uniqueName('orders'), uniqueName('users'), uniqueName()]).toEqual([
        'orders_0_1',
        'orders_0_2',
        'users_0_1',
        'test_0_1',
      ]);
      run.end();
    }
  });

  test('continues counting after another run interrupted it', () => {
    const outer = startRun();
    uniqueName('db');
    const inner = startRun();
    expect(uniqueName('db')).toBe('db_0_1');
    inner.end();
    expect(uniqueName('db')).toBe('db_0_2');
    outer.end();
  });

  test.each(['', '1st', 'a b', 'ü', 'x'.repeat(41), 'a/b'])('with the prefix %j is refused', (prefix) => {
    expect(() => uniqueName(prefix)).toThrow('a prefix is a letter and up to 39 letters, digits, _ and -, got');
  });
});

describe('a run', () => {
  test('has a folder of its own, gone when it ends', () => {
    const run = startRun();
    uniqueName();
    expect(readdirSync(run.folder)).toEqual(['slot-0']);
    run[Symbol.dispose]();
    expect(() => readdirSync(run.folder)).toThrow('ENOENT');
    expect(process.env[RUN_VARIABLE]).toBe(before);
  });

  test('that was not started explicitly is that of the parent process, and children inherit it', () => {
    const temporary = mkdtempSync(join(tmpdir(), 'unflake-names-test-'));
    const systemTemporary = process.env.TMPDIR;
    process.env.TMPDIR = temporary;
    delete process.env[RUN_VARIABLE];
    try {
      expect(uniqueName('db')).toBe('db_0_1');
      expect(process.env[RUN_VARIABLE]).toContain(`${process.ppid}-`);
      expect(process.env[RUN_VARIABLE]?.startsWith(temporary)).toBe(true);
    } finally {
      if (systemTemporary === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = systemTemporary;
      rmSync(temporary, { recursive: true });
    }
  });

  test('cannot live in a relative folder', () => {
    process.env[RUN_VARIABLE] = 'somewhere';
    expect(() => uniqueName()).toThrow('UNFLAKE_RUN must be an absolute path, got "somewhere"');
  });
});

describe('a claimed port', () => {
  test('is held until it is released, and can be bound then', async () => {
    const run = startRun();
    const claim = await claimPort();
    const socket = connect(claim.port, '127.0.0.1');
    await new Promise((resolve) => socket.once('close', resolve));
    await claim.release();
    await claim.release();
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(claim.port, '127.0.0.1', resolve);
    });
    await new Promise((resolve) => server.close(resolve));
    run.end();
  });

  test('is not claimed again in the run, even after its release', async () => {
    const run = startRun();
    const ports: number[] = [];
    for (let at = 0; at < 50; at += 1) {
      await using claim = await claimPort();
      ports.push(claim.port);
    }
    expect(new Set(ports).size).toBe(50);
    run.end();
  });

  test('on an address that is not ours is a clear error', async () => {
    const run = startRun();
    await expect(claimPort({ host: '192.0.2.1' })).rejects.toThrow(/EADDRNOTAVAIL|EINVAL/);
    run.end();
  });
});
