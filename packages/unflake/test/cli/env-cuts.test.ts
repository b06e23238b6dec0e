/** What `unflake env` makes of runs that are killed, that race, that wait, and that find the disk full. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { INDEPENDENT, SEQUENTIAL } from '../../../../scripts/bench/env/small-suite.mjs';
import { FAULTS } from '../../src/contract/faults.ts';
import { BIN } from '../program.ts';
import { PATIENCE, SmallSuite } from './small-suite.ts';

let suite: SmallSuite;
beforeEach(() => {
  suite = new SmallSuite();
});
afterEach(() => suite.end());

test('a run that is killed in the middle leaves no process and no lock, and its step is not trusted', async () => {
  const { child, answer, stray } = await suite.hang('01-second');
  expect(await suite.explained('sequential')).toMatchObject({
    state: 'locked',
    holders: [{ pid: child.pid, words: 'unflake env run', as: 'taker' }],
  });
  child.kill('SIGKILL');
  await answer;
  await until(() => !existsSync(`/proc/${stray}`), PATIENCE);
  expect(await suite.explained('sequential')).toMatchObject({
    state: 'dirty',
    why: '01-second started there and did not complete; its process is gone',
    marker: 'sequential/.bats-state/.start-01-second',
    holders: [],
    complete: ['foundation', '00-first'],
    runs: SEQUENTIAL,
  });
  suite.ran();
  expect(await suite.result('01-second', '--wait', '5')).toMatchObject({
    rebuilt: [{ environment: 'sequential', state: 'dirty' }],
  });
  expect(suite.ran()).toEqual(['00-first@sequential', '01-second@sequential']);
});

test('a pid that belongs to somebody else since the reboot does not count as running', async () => {
  await suite.result('00-first');
  rmSync(suite.state('sequential', '.complete-00-first'));
  writeFileSync(suite.state('sequential', '.pid-00-first'), `${process.pid} 1 00000000-0000-0000-0000-000000000000\n`);
  expect(await suite.explained('sequential')).toMatchObject({
    state: 'dirty',
    why: '00-first started there and did not complete; its process is gone',
  });
});

test('two full runs at the same instant are never both inside, and lose no update', async () => {
  for (const round of [1, 2, 3]) {
    // In the second round both find what the first has left.
    if (round === 3) await suite.env('clean');
    const ends = await Promise.all([suite.env('run'), suite.env('run')]);
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    const log = suite.ran();
    for (const step of SEQUENTIAL) expect(log.filter((name) => name === `${step}@sequential`)).toHaveLength(2);
    for (const step of INDEPENDENT) expect(log.filter((name) => name === `${step}@${step.slice(5)}`)).toHaveLength(2);
    for (const step of SEQUENTIAL) {
      expect(Number(readFileSync(suite.path('counts', `${step}@sequential`), 'utf8'))).toBe(2 * round);
    }
  }
});

test('waiting is limited, and names the holder', async () => {
  await suite.result('00-first');
  const { child, answer } = await suite.hang('01-second');
  const { code, stderr } = await suite.run(['env', 'run', '00-first', '--wait', '0.5']);
  expect(code).toBe(FAULTS.ENV_LOCKED.exit);
  expect(stderr).toContain(`sequential is held by process ${child.pid} (unflake env run); at most 1 s`);
  child.kill('SIGINT');
  expect(await answer).toMatchObject({
    code: 130,
    stdout: expect.stringContaining('01-second in sequential: it was interrupted'),
  });
  expect((await suite.explained('sequential')).state).toBe('dirty');
});

test('a full disk while copying is a fault, and no partial copy is left', async () => {
  await suite.result('00-first');
  await suite.env('clean', 'sequential');
  const large = suite.path('test', '.envs', 'foundation', 'large');
  writeFileSync(large, Buffer.alloc(4 * 1024 * 1024, 1));
  const { status, stdout } = spawnSync(
    'prlimit',
    ['--fsize=1048576', process.execPath, BIN, 'env', 'run', '00-first', '--json', '--quiet'],
    { cwd: suite.subject, encoding: 'utf8' },
  );
  expect({ status, fault: JSON.parse(stdout).error.code }).toEqual({
    status: FAULTS.DISK_FULL.exit,
    fault: 'DISK_FULL',
  });
  expect(
    readdirSync(suite.path('test', '.envs')).filter(
      (name) => name.includes('sequential') || name.startsWith('.making'),
    ),
  ).toEqual([]);
  expect((await suite.explained('foundation')).state).toBe('clean');
  rmSync(large);
  expect(await suite.result('00-first')).toMatchObject({ foundation: 'reused', rebuilt: [] });
});

test('what an interrupted run was building is removed by the next one, and nothing else', async () => {
  await suite.result('00-first');
  const { pid, status } = spawnSync('true');
  expect(status).toBe(0);
  const { child } = await suite.hang('test-alone');
  for (const maker of [pid, child.pid]) mkdirSync(suite.path('test', '.envs', `.making-sequential-${maker}`));
  await suite.result('00-first');
  const left = readdirSync(suite.path('test', '.envs')).filter((name) => name.startsWith('.making'));
  expect(left).toEqual([`.making-sequential-${child.pid}`]);
});
