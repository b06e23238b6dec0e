/** Independent tests under the BATS of this machine: the copy that each starts from, with concurrent runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alone, EnvBatsSuite, step } from './env-bats-suite.ts';

let suite: EnvBatsSuite;
beforeEach(async () => {
  suite = await EnvBatsSuite.make({
    'foundation.bats': `# inputs: ground.txt\n${step('foundation', [], 'cp "$BATS_TEST_DIRNAME/ground.txt" "$TEST_DIR"')}`,
    'ground.txt': 'ground\n',
    'test-a.bats': alone('test-a', 'a', ['foundation'], '[ ! -e "$TEST_DIR/mine" ] && touch "$TEST_DIR/mine"'),
  });
  expect((await suite.bats(['test-a.bats'])).status).toBe(0);
});
afterEach(() => suite.remove());

const ground = () => readFileSync(join(suite.envs, 'a', 'ground.txt'), 'utf8');
const environments = () =>
  readdirSync(suite.envs)
    .sort()
    .filter((name) => !/^\.(?:gitignore|inputs|locks)$/.test(name));

test('after an input changed it is one of the foundation that was built since', async () => {
  suite.write('ground.txt', 'other ground\n');
  const { status, lines } = await suite.bats(['test-a.bats'], { DEBUG: '1' });
  expect(status).toBe(0);
  expect(lines).toContain('# the foundation is stale: the inputs of the foundation have changed; it is rebuilt');
  expect(ground()).toBe('other ground\n');
  expect(suite.marker('.made', 'a')).toBe(suite.marker('.made', 'foundation').replace('from=', 'from=foundation'));
});

test('cut off, it leaves nothing partial, and the output of cp is shown', async () => {
  suite.write('cp', '#!/bin/sh\nmkdir -p "$4"\nprintf "cp: error writing: No space left on device\\n" >&2\nexit 1\n');
  chmodSync(join(suite.suite, 'cp'), 0o755);
  const full = await suite.bats(['test-a.bats'], { PATH: `${suite.suite}:${process.env.PATH}` });
  expect(full.status).toBe(1);
  expect(full.lines).toContain(
    '# ERROR: cannot copy the environment foundation to a: cp: error writing: No space left on device',
  );
  expect(environments()).toEqual(['foundation']);
  expect((await suite.bats(['test-a.bats'])).status).toBe(0);
});

test('is not made while another process holds the foundation', async () => {
  const holder = spawn('flock', [join(suite.envs, '.locks', 'foundation'), 'sh', '-c', 'echo held; read -r _'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const gone = once(holder, 'exit');
  await once(holder.stdout, 'data');
  const { status, lines } = await suite.bats(['test-a.bats'], { UNFLAKE_ENV_WAIT: '0.2' });
  holder.stdin.end();
  await gone;
  expect(status).toBe(1);
  expect(lines.join('\n')).toContain('ERROR: the environment foundation is still locked after 0.2 s');
  expect((await suite.bats(['test-a.bats'])).status).toBe(0);
});

test('removes what a cut-off one has left under its name, and not what somebody is making', async () => {
  for (const name of ['.making-a-4194304', `.making-b-${process.pid}`]) mkdirSync(join(suite.envs, name));
  expect((await suite.bats(['test-a.bats'])).status).toBe(0);
  expect(environments()).toEqual([`.making-b-${process.pid}`, 'a', 'foundation']);
});

test('is for one at a time, when several start at the same instant', async () => {
  const inside =
    'mkdir "$BATS_TEST_DIRNAME/inside"; echo 1 >>"$BATS_TEST_DIRNAME/count"; rmdir "$BATS_TEST_DIRNAME/inside"';
  suite.write('test-b.bats', alone('test-b', 'b', ['foundation'], `touch "$TEST_DIR/mine"; ${inside}`));
  for (const _round of [1, 2]) {
    const runs = await Promise.all([1, 2, 3].map(() => suite.bats(['test-b.bats'])));
    expect(
      runs.map(({ status }) => status),
      JSON.stringify(runs),
    ).toEqual([0, 0, 0]);
  }
  expect(suite.read('count')).toBe('1\n'.repeat(6));
  expect(environments()).toEqual(['a', 'b', 'foundation']);
});
