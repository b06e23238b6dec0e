/** The bash library for layered environments, under the BATS of this machine. What is on disk is in test/contract/testbed.ts. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterEach, describe, expect, test } from 'vitest';
import { alone, EnvBatsSuite, step } from './env-bats-suite.ts';

let suite: EnvBatsSuite;
afterEach(() => suite.remove());

const made = async (files: Readonly<Record<string, string>>) => {
  suite = await EnvBatsSuite.make(files);
};
const trace = (environment = 'sequential') =>
  readFileSync(join(suite.envs, environment, 'trace'), 'utf8')
    .trim()
    .split('\n');

const THREE = {
  'foundation.bats': `# inputs: ground.txt\n${step('foundation')}`,
  'ground.txt': 'ground\n',
  '00-one.bats': step('00-one', ['foundation']),
  '01-two.bats': step('01-two', ['00-one']),
  '02-three.bats': step('02-three', ['01-two']),
};

describe('a step', () => {
  test('that is run alone runs what it needs, each once and in order', async () => {
    await made(THREE);
    expect(await suite.bats(['02-three.bats'])).toEqual({ status: 0, lines: ['1..1', 'ok 1 does it'] });
    expect(trace()).toEqual(['foundation', '00-one', '01-two', '02-three']);
    expect(suite.complete()).toEqual(['00-one', '01-two', '02-three', 'foundation']);
  });

  test('that is run after its prerequisites uses what they left', async () => {
    await made(THREE);
    await suite.bats(['01-two.bats']);
    await suite.bats(['02-three.bats']);
    expect(trace()).toEqual(['foundation', '00-one', '01-two', '02-three']);
  });

  test('that is run before later ones that have run gets an environment without them', async () => {
    await made(THREE);
    await suite.bats(['02-three.bats']);
    const { lines } = await suite.bats(['01-two.bats'], { DEBUG: '1' });
    expect(lines).toContain('# POLLUTION DETECTED: 02-three has run, and runs after 01-two');
    expect(trace()).toEqual(['foundation', '00-one', '01-two']);
  });

  test('needs prerequisites of prerequisites in their order, whoever names them', async () => {
    await made({
      'foundation.bats': step('foundation'),
      '00-one.bats': step('00-one'),
      '01-two.bats': step('01-two', ['foundation']),
      '02-three.bats': step('02-three', ['00-one']),
      '03-four.bats': step('03-four', ['01-two', '02-three']),
    });
    expect((await suite.bats(['03-four.bats'])).status).toBe(0);
    expect(trace()).toEqual(['foundation', '00-one', '01-two', '02-three', '03-four']);
  });

  test('whose prerequisite was left out earlier gets everything again, in order', async () => {
    await made({
      '00-one.bats': step('00-one'),
      '01-two.bats': step('01-two'),
      '02-three.bats': step('02-three'),
      '03-four.bats': step('03-four', ['00-one', '01-two', '02-three']),
    });
    await suite.bats(['00-one.bats']);
    await suite.bats(['02-three.bats']);
    expect(trace()).toEqual(['00-one', '02-three']);
    expect((await suite.bats(['03-four.bats'])).status).toBe(0);
    expect(trace()).toEqual(['00-one', '01-two', '02-three', '03-four']);
  });
});

describe('what cannot be trusted is rebuilt', () => {
  test('after a test of the step failed', async () => {
    await made({ ...THREE, '01-two.bats': step('01-two', ['00-one'], '[ ! -e "$BATS_TEST_DIRNAME/broken" ]') });
    suite.write('broken', '');
    const failing = await suite.bats(['01-two.bats']);
    expect(failing.status).toBe(1);
    expect(failing.lines).toContain(
      '# 01-two is not complete: a test of it failed. The next run that needs it rebuilds it.',
    );
    expect(suite.markers()).toEqual([
      '.complete-00-one',
      '.complete-foundation',
      '.made',
      '.start-00-one',
      '.start-01-two',
      '.start-foundation',
    ]);
    expect((await suite.bats(['02-three.bats'])).lines.filter((line) => line.startsWith('# |'))).toContain(
      '# | not ok 1 does it',
    );
  });

  test('after only some tests of the step were run', async () => {
    await made({ ...THREE, '00-one.bats': `${step('00-one', ['foundation'])}@test "more" {\n  :\n}\n` });
    const { lines } = await suite.bats(['-f', 'more', '00-one.bats']);
    expect(lines).toContain(
      '# 00-one is not complete: only 1 of its 2 tests were run. The next run that needs it rebuilds it.',
    );
    expect(suite.complete()).toEqual(['foundation']);
  });

  test('after setup_file broke off', async () => {
    await made({
      ...THREE,
      '00-one.bats': step('00-one', ['foundation'])
        .replace('setup() {', 'set_up() {')
        .replace('00-one foundation\n', '00-one foundation\n  false\n'),
    });
    expect((await suite.bats(['00-one.bats'])).status).toBe(1);
    expect(suite.complete()).toEqual(['foundation']);
  });

  test('after an input of the foundation changed', async () => {
    await made(THREE);
    await suite.bats(['00-one.bats']);
    suite.write('ground.txt', 'other ground\n');
    const { lines } = await suite.bats(['01-two.bats'], { DEBUG: '1' });
    expect(lines).toContain(
      '# the environment sequential is stale: the inputs of the foundation have changed; it is rebuilt',
    );
    expect(lines).toContain('# the foundation is stale: the inputs of the foundation have changed; it is rebuilt');
    expect(trace()).toEqual(['foundation', '00-one', '01-two']);
  });

  test('after it was killed in the middle, and not while its children still run', async () => {
    await made({
      ...THREE,
      '01-two.bats': step(
        '01-two',
        ['00-one'],
        'if [ -e "$BATS_TEST_DIRNAME/gate" ]; then read -r _ <"$BATS_TEST_DIRNAME/gate"; fi',
      ),
    });
    await suite.bats(['00-one.bats']);
    execFileSync('mkfifo', [join(suite.suite, 'gate')]);
    const { child, ended } = suite.start(['01-two.bats']);
    await until(() => existsSync(join(suite.envs, 'sequential', 'trace')) && trace().includes('01-two'), {
      within: 120_000,
    });
    // The shell that holds the lock dies; the test itself is a child of it, and waits at the gate.
    process.kill(Number(suite.marker('.pid-01-two').split(' ')[0]), 'SIGKILL');
    const waiting = await suite.bats(['02-three.bats'], { UNFLAKE_ENV_WAIT: '0.2' });
    expect(waiting.status).toBe(1);
    expect(waiting.lines.join('\n')).toMatch(
      /still locked after 0.2 s: held by .* which is gone; still running: pid \d+ \(/,
    );
    expect(trace()).toEqual(['foundation', '00-one', '01-two']);
    process.kill(-child.pid!, 'SIGKILL');
    await ended;
    rmSync(join(suite.suite, 'gate'));
    const { status, lines } = await suite.bats(['02-three.bats'], { DEBUG: '1' });
    expect(status).toBe(0);
    expect(lines).toContain('# POLLUTION DETECTED: 01-two has started and is not complete');
    expect(trace()).toEqual(['foundation', '00-one', '01-two', '02-three']);
  });

  test('when the copy of the foundation is cut off: nothing partial remains, and the output of cp is shown', async () => {
    await made(THREE);
    await suite.bats(['foundation.bats']);
    suite.write('cp', '#!/bin/sh\nmkdir -p "$4"\nprintf "cp: error writing: No space left on device\\n" >&2\nexit 1\n');
    chmodSync(join(suite.suite, 'cp'), 0o755);
    const full = await suite.bats(['00-one.bats'], { PATH: `${suite.suite}:${process.env.PATH}` });
    expect(full.status).toBe(1);
    expect(full.lines).toContain(
      '# ERROR: cannot copy the environment foundation to sequential: cp: error writing: No space left on device',
    );
    expect(readdirSync(suite.envs).filter((name) => !/^\.(?:gitignore|inputs|locks)$/.test(name))).toEqual([
      'foundation',
    ]);
    expect((await suite.bats(['00-one.bats'])).status).toBe(0);
  });
});

/** What, the files, what is said, and which file is run when it is not the first. */
type Refusal = readonly [string, Readonly<Record<string, string>>, string, string?];

const REFUSED: readonly Refusal[] = [
  [
    'a circle',
    { '00-one.bats': step('00-one', ['01-two']), '01-two.bats': step('01-two', ['00-one']) },
    'prerequisites form a cycle: 00-one → 01-two → 00-one',
  ],
  [
    'a step that needs a later one',
    { '00-one.bats': step('00-one', ['01-two']), '01-two.bats': step('01-two') },
    '00-one cannot need 01-two, which runs after it',
  ],
  ['a step that is not there', { '00-one.bats': step('00-one', ['00-none']) }, 'there is no 00-none.bats in'],
  ['a foundation that is not there', { '00-one.bats': step('00-one', ['foundation']) }, 'needs the foundation, and'],
  [
    'an independent test as a prerequisite',
    { '00-one.bats': step('00-one', ['test-a']), 'test-a.bats': alone('test-a', 'a') },
    '00-one cannot need test-a',
  ],
  [
    'a shared environment for an independent test',
    { '00-one.bats': alone('test-a', 'sequential') },
    'the environment of test-a cannot be sequential',
  ],
  [
    'an independent test that needs what is not there',
    { '00-one.bats': alone('test-a', 'a', ['07-none']) },
    'there is no 07-none.bats in',
  ],
  ['a name that leads elsewhere', { '00-one.bats': alone('test-a', '../a') }, "'../a' is not a valid name"],
  [
    'a prerequisite that never marks itself complete',
    { '00-one.bats': step('00-one').replace(/mark_test_complete.*/, ':'), '01-two.bats': step('01-two', ['00-one']) },
    'is not marked complete',
    '01-two.bats',
  ],
];

describe('refused, with a message', () => {
  const cases = REFUSED.map(([what, files, words, file = '00-one.bats']) => ({ what, files, words, file }));
  test.each(cases)('$what', async ({ files, words, file }) => {
    await made(files);
    const { status, lines } = await suite.bats([file]);
    expect(status).toBe(1);
    expect(lines.filter((line) => line.startsWith('# ERROR:')).join('\n')).toContain(words);
    expect(suite.complete()).not.toContain('01-two');
  });
});

describe('an independent test', () => {
  test('starts from a fresh copy each time, and leaves no markers of its own', async () => {
    await made({
      ...THREE,
      'test-a.bats': alone('test-a', 'a', ['foundation'], '[ ! -e "$TEST_DIR/mine" ] && touch "$TEST_DIR/mine"'),
    });
    for (const _round of [1, 2]) expect((await suite.bats(['test-a.bats'])).status).toBe(0);
    expect(suite.markers('a')).toEqual(['.complete-foundation', '.made', '.start-foundation']);
  });

  test('that names numbered tests starts after the last of them, and the shared environment is not touched', async () => {
    await made({
      ...THREE,
      'test-a.bats': alone('test-a', 'a', ['00-one', '01-two'], 'grep -qx 01-two "$TEST_DIR/trace"'),
    });
    await suite.bats(['02-three.bats']);
    const before = suite.marker('.complete-02-three');
    expect((await suite.bats(['test-a.bats'])).status).toBe(0);
    expect(trace('a')).toEqual(['foundation', '00-one', '01-two']);
    expect(suite.complete('after-01-two')).toEqual(['00-one', '01-two', 'foundation']);
    expect(suite.marker('.complete-02-three')).toBe(before);
  });
});

test('runs that start at the same instant are never both inside, and none of their work is lost', async () => {
  const inside =
    'mkdir "$TEST_DIR/inside"; n=$(cat "$TEST_DIR/count" || echo 0); echo $((n + 1)) >"$TEST_DIR/count"; rmdir "$TEST_DIR/inside"';
  await made({ '00-one.bats': step('00-one', [], inside) });
  for (const _round of [1, 2, 3]) {
    const runs = await Promise.all([
      suite.bats(['00-one.bats']),
      suite.bats(['00-one.bats']),
      suite.bats(['00-one.bats']),
    ]);
    expect(
      runs.map(({ status }) => status),
      JSON.stringify(runs),
    ).toEqual([0, 0, 0]);
  }
  expect(readFileSync(join(suite.envs, 'sequential', 'count'), 'utf8')).toBe('9\n');
});

test('what an interrupted copy left is removed, and what another process is building is not', async () => {
  await made(THREE);
  for (const name of ['.making-sequential-1', '.making-a-4194304', `.making-a-${process.pid}`]) {
    mkdirSync(join(suite.envs, name), { recursive: true });
  }
  expect((await suite.bats(['00-one.bats'])).status).toBe(0);
  expect(readdirSync(suite.envs).filter((name) => name.startsWith('.making'))).toEqual([`.making-a-${process.pid}`]);
});

test('all output at the highest level is TAP', async () => {
  await made({ ...THREE, 'test-a.bats': alone('test-a', 'a', ['01-two'], 'out "two\nlines"') });
  const { lines } = await suite.bats(['test-a.bats'], { DEBUG: '5' });
  expect(lines).toContain('# two');
  expect(lines).toContain('# lines');
  expect(lines.filter((line) => !/^(?:1\.\.1|ok 1 |# )/.test(line))).toEqual([]);
});

test('a suite works with unset variables refused, from any folder, and with no DEBUG', async () => {
  await made({ '00-one.bats': `set -u\n${step('00-one')}` });
  expect((await suite.bats([join(suite.suite, '..', 'test', '.', '00-one.bats')])).status).toBe(0);
  expect(suite.complete()).toEqual(['00-one']);
});
