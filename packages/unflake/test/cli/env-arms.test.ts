/** One suite, run alternating with `unflake env run` and with `bats` by hand: each continues from what the other has left, or sees why it cannot. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { batsProgram } from '../../../../scripts/toolchains/bats.mjs';
import { callIn } from './in-process.ts';
import { Place } from './unflake.ts';

const LIBRARY = fileURLToPath(new URL('../../helpers/bats/load.bash', import.meta.url));

interface Arm {
  readonly name: string;
  /** The exit status. */
  readonly run: (step: string, env?: Readonly<Record<string, string>>) => Promise<number | null>;
}

let place: Place;
beforeEach(() => {
  place = new Place();
  writeSuite();
});
afterEach(() => place.remove());

const path = (...parts: readonly string[]) => join(place.subject, ...parts);

const commandLine: Arm = {
  name: 'unflake env run',
  run: async (step, env = {}) => (await callIn(place, ['env', 'run', step, '--quiet'], env)).code,
};

const byHand: Arm = {
  name: 'bats by hand',
  run: async (step, env = {}) => {
    const bats = await batsProgram();
    return new Promise((resolve) => {
      const options = { cwd: place.subject, env: { ...process.env, ...env } };
      const child = execFile(bats, ['--tap', path('test', `${step}.bats`)], options, () => resolve(child.exitCode));
    });
  },
};

function writeSuite(): void {
  const file = (name: string, declared: string, rest = '') =>
    writeFileSync(
      path('test', `${name}.bats`),
      `# inputs: template.txt
source '${LIBRARY}'
setup_file() { ${declared}; }
${rest}
@test "${name}" {
  printf '%s\\n' '${name}' >>'${path('log')}'
  printf '%s\\n' '${name}' >>"$TEST_DIR/trace"
  [ "\${FAIL-}" != '${name}' ]
}
`,
    );
  const shared = (name: string, env: string) =>
    `setup() { load_test_env ${env}; }\nteardown_file() { mark_test_complete ${name}; }`;
  mkdirSync(path('test'));
  writeFileSync(path('log'), '');
  writeFileSync(path('test', 'template.txt'), 'template\n');
  file('foundation', 'setup_sequential_test foundation', shared('foundation', 'foundation'));
  file('00-first', 'setup_sequential_test 00-first', shared('00-first', 'sequential'));
  file('01-second', 'setup_sequential_test 01-second 00-first', shared('01-second', 'sequential'));
  file('test-alone', 'setup_independent_test test-alone alone 00-first', 'setup() { load_test_env alone; }');
}

/** What ran since the last time it was asked. */
function ran(): readonly string[] {
  const lines = readFileSync(path('log'), 'utf8').split('\n').slice(0, -1);
  writeFileSync(path('log'), '');
  return lines;
}

/** Those that count: an empty one is none. */
const markers = (env: string) =>
  readdirSync(path('test', '.envs', env, '.bats-state'))
    .filter((name) => readFileSync(path('test', '.envs', env, '.bats-state', name), 'utf8') !== '')
    .sort();

test('a numbered test continues in a copy of what came before it, and the shared environment is not touched', async () => {
  const bats = await batsProgram();
  const run = (...words: readonly string[]) => place.run(['env', 'with', 'after-00-first', '--', ...words]);
  expect((await run(bats, 'test/01-second.bats')).code).toBe(0);
  expect(ran()).toEqual(['foundation', '00-first', '01-second']);
  expect((await run(bats, 'test/01-second.bats')).code).toBe(0);
  expect(ran()).toEqual(['01-second']);
  expect((await run(bats, 'test/test-alone.bats')).code).toBe(0);
  expect(ran()).toEqual(['test-alone']);
  expect(
    readdirSync(path('test', '.envs'))
      .sort()
      .filter((name) => !name.startsWith('.')),
  ).toEqual(['after-00-first', 'foundation']);
});

describe.each([
  [commandLine, byHand],
  [byHand, commandLine],
])('$name, then the other', (first, second) => {
  test('what is complete is used, and what runs later is pollution', async () => {
    expect(await first.run('01-second')).toBe(0);
    expect(ran()).toEqual(['foundation', '00-first', '01-second']);
    expect(await second.run('01-second')).toBe(0);
    expect(ran()).toEqual(['01-second']);
    expect(await second.run('00-first')).toBe(0);
    expect(ran()).toEqual(['00-first']);
    const steps = ['.complete-00-first', '.complete-foundation', '.made', '.start-00-first', '.start-foundation'];
    expect(markers('sequential')).toEqual(steps);
  });

  test('a step that failed is not trusted', async () => {
    expect(await first.run('01-second', { FAIL: '01-second' })).toBe(1);
    expect(markers('sequential')).toContain('.start-01-second');
    expect(markers('sequential')).not.toContain('.complete-01-second');
    ran();
    expect(await second.run('01-second')).toBe(0);
    expect(ran()).toEqual(['00-first', '01-second']);
  });

  test('a step that does not even get to its start is not trusted either', async () => {
    expect(await first.run('01-second')).toBe(0);
    const file = path('test', '01-second.bats');
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace('setup_file() {', 'setup_file() { touch "$BATS_TEST_DIRNAME/.envs/sequential/x"; false;'),
    );
    expect(await commandLine.run('01-second')).toBe(1);
    writeFileSync(file, text);
    ran();
    expect(await second.run('01-second')).toBe(0);
    expect(ran()).toEqual(['00-first', '01-second']);
  });

  test('an independent step starts from what the other has prepared, fresh each time', async () => {
    expect(await first.run('test-alone')).toBe(0);
    expect(ran()).toEqual(['foundation', '00-first', 'test-alone']);
    expect(await second.run('test-alone')).toBe(0);
    expect(ran()).toEqual(['test-alone']);
    expect(readFileSync(path('test', '.envs', 'alone', 'trace'), 'utf8')).toBe('foundation\n00-first\ntest-alone\n');
  });

  test('a changed input makes everything stale', async () => {
    expect(await first.run('00-first')).toBe(0);
    ran();
    writeFileSync(path('test', 'template.txt'), 'another\n');
    expect(await second.run('01-second')).toBe(0);
    expect(ran()).toEqual(['foundation', '00-first', '01-second']);
  });
});
