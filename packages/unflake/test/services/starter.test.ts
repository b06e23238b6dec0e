/** The small process that starts programs: they run as if Node had started them, except for their parent. */
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startProcess } from '../../src/engine/process/start-process.ts';
import { openStarter, type Starter } from '../../src/engine/process/starter.ts';
import { parentOf } from '../../src/proc/process-table.ts';

let folder: string;
let starter: Starter;
let output: number;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'starter-')));
  output = openSync(join(folder, 'said'), 'a');
  starter = openStarter();
});
afterEach(() => {
  starter.close();
  closeSync(output);
  rmSync(folder, { recursive: true });
});

const descriptors = () => ({ outputs: [output, output], inheritedFds: [] }) as const;
const commandOf = (script: string, program = '/bin/sh') =>
  ({ argv: [program, '-c', script], env: {}, cwd: folder, files: {}, reads: [] }) as const;
/** The guard is between a program and the process that started it. */
const startedBy = (pid: number) => parentOf(parentOf(pid)!);
const said = () => readFileSync(join(folder, 'said'), 'utf8');

async function ended(script: string, start = starter.start) {
  const { exited } = await start(
    commandOf(script),
    { A: 'ö b', PATH: process.env.PATH! },
    descriptors(),
    'immediately',
  );
  return exited;
}

test('starts a program in its folder, with its environment, in a session of its own', async () => {
  const look =
    'pwd; env | grep -v "^_=" | sort; ls /proc/self/fd; ps -o sid= -p $$ | grep -c "^ *$$\\$"; trap; cat; ' +
    'grep -E "^(Sig|Shd|Umask)" /proc/self/status | grep -v SigQ';
  expect(await ended(look, startProcess)).toEqual({ code: 0, signal: null });
  const usual = said();
  expect(usual).toContain('A=ö b');
  expect(await ended(look)).toEqual({ code: 0, signal: null });
  expect(said()).toBe(`${usual}${usual}`);
});

test('has the guard of the program as its child, which shows that it was used', async () => {
  const { pid, exited } = await starter.start(
    commandOf('sleep 600'),
    { PATH: process.env.PATH! },
    descriptors(),
    'immediately',
  );
  expect(parentOf(startedBy(pid)!)).toBe(process.pid);
  process.kill(pid, 'SIGTERM');
  expect(await exited).toEqual({ code: null, signal: 'SIGTERM' });
});

test('reports how each program ended, in any order', async () => {
  const scripts = Array.from({ length: 20 }, (_, n) => ({ script: `sleep 0.0${n % 3}; exit ${n}`, code: n }));
  const endings = await Promise.all(scripts.map(({ script }) => ended(script)));
  expect(endings).toEqual(scripts.map(({ code }) => ({ code, signal: null })));
  expect(await ended('kill -9 $$')).toEqual({ code: null, signal: 'SIGKILL' });
});

test('passes long arguments and many variables on', async () => {
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`NAME_${n}`, 'x'.repeat(50)]));
  const command = {
    ...commandOf('echo "$#"; echo "$1" | wc -c; env | grep -c NAME_'),
    argv: ['/bin/sh', '-c', 'echo "$#"; echo "$1" | wc -c; env | grep -c NAME_', 'sh', 'y'.repeat(100_000)],
  } as const;
  const { exited } = await starter.start(command, { PATH: process.env.PATH!, ...many }, descriptors(), 'immediately');
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(said().split('\n')).toEqual(['1', '100001', '2000', '']);
});

test('finds a program in the folders of its own PATH', async () => {
  const { exited } = await starter.start(commandOf('exit 4', 'sh'), { PATH: '/bin' }, descriptors(), 'immediately');
  expect(await exited).toEqual({ code: 4, signal: null });
});

test('kills what a program has left while others run', async () => {
  const env = { PATH: process.env.PATH! };
  const stays = await starter.start(commandOf('sleep 600'), env, descriptors(), 'immediately');
  const leaves = commandOf('setsid env -i sleep 600 >/dev/null 2>&1 & echo $!; exit 3');
  const { exited, gone } = await starter.start(leaves, env, descriptors(), 'immediately');
  expect([await exited, await gone]).toEqual([{ code: 3, signal: null }, true]);
  expect(existsSync(`/proc/${said().trim()}`)).toBe(false);
  expect(existsSync(`/proc/${stays.pid}`)).toBe(true);
  process.kill(stays.pid, 'SIGKILL');
  expect(await stays.gone).toBe(true);
});

test('ends everything when its input does', async () => {
  const { exited } = await starter.start(
    commandOf('setsid env -i sleep 600 >/dev/null 2>&1 & echo $!; exec sleep 600'),
    { PATH: process.env.PATH! },
    descriptors(),
    'immediately',
  );
  await until(() => said().endsWith('\n'), { within: 120_000 });
  starter.close();
  expect((await exited).signal).toBe('SIGKILL');
  await until(() => !existsSync(`/proc/${said().trim()}`), { within: 120_000 });
});

describe('leaves to Node', () => {
  test.each([
    ['a program that is not there', '/no/such/program', 'no such program'],
    ['a file that cannot be run', '/etc/passwd', 'it is not executable'],
  ])('%s, with a message', async (_what, program, words) => {
    await expect(starter.start(commandOf('', program), {}, descriptors(), 'immediately')).rejects.toThrow(words);
  });

  test('a folder that does not exist and an argument with a zero byte', async () => {
    const nowhere = { ...commandOf('true'), cwd: join(folder, 'gone') };
    await expect(starter.start(nowhere, {}, descriptors(), 'immediately')).rejects.toThrow('does not exist');
    await expect(starter.start(commandOf('a\0b'), {}, descriptors(), 'immediately')).rejects.toThrow('NUL');
  });

  test('a program that waits, and one with inherited descriptors', async () => {
    const env = { PATH: process.env.PATH! };
    const holding = { ...descriptors(), inheritedFds: [output] };
    const { pid, exited } = await starter.start(commandOf('sleep 600'), env, holding, 'immediately');
    expect(startedBy(pid)).toBe(process.pid);
    process.kill(pid, 'SIGKILL');
    expect(await exited).toEqual({ code: null, signal: 'SIGKILL' });
    const waits = await starter.start(commandOf('exit 4'), env, descriptors(), 'paused');
    expect(waits.gate).not.toBeNull();
    expect((await waits.exited).code).toBe(4);
  });

  test('everything, after it has exited', async () => {
    const { pid, exited } = await starter.start(commandOf('exit 0'), {}, descriptors(), 'immediately');
    await exited;
    expect(pid).toBeGreaterThan(0);
    starter.close();
    await until(
      async () => {
        const next = await starter.start(
          commandOf('sleep 600'),
          { PATH: process.env.PATH! },
          descriptors(),
          'immediately',
        );
        const byUs = startedBy(next.pid) === process.pid;
        process.kill(next.pid, 'SIGKILL');
        await next.exited;
        return byUs;
      },
      { within: 120_000 },
    );
  });
});
