/** Trials of Vitest in forks: its main process and its workers show tests what fresh ones show, end as they would, and leave nothing. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testId } from '../../src/contract/test-id.ts';
import { chooseLauncher } from '../../src/engine/launchers/choose-launcher.ts';
import { runTag, taggedProcesses } from '../../src/engine/process/tags.ts';
import { runTrial } from '../../src/engine/trial/run-trial.ts';
import { vitest } from '../../src/runners/vitest.ts';
import { trialOf } from '../unit/engine/sample-trial.ts';
import { type ForkedProject, javascript, openForkedProject, outcomesOf, type Way } from './forked-project.ts';
import { AT_IMPORT, SEEN, SET_UP, USUAL } from './node-fork-samples.ts';

const HEADER = `import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { word } from './word.mjs';
const require = createRequire(import.meta.url);
const __filename = fileURLToPath(import.meta.url);
`;
const TESTS: Readonly<Record<string, string>> = {
  ...SEEN,
  // A worker that is a fork leads a session of its own.
  test_look: SEEN.test_look!.replace('session, own === pid', 'own === pid'),
  test_parent: `throw new Error(String(process.ppid));`,
  test_word: `throw new Error(word + ' ' + process.env.BY_CONFIG);`,
  test_start: `throw new Error([process.execArgv.join(' '), new Intl.NumberFormat().resolvedOptions().locale]);`,
  test_prepared: `throw new Error(JSON.stringify([process.env.CONFIGURED, process.env.PREPARED, process.env.PLUGGED]));`,
  test_mocks: `vi.useFakeTimers({ now: 0 }); expect(Date.now()).toBe(0); vi.useRealTimers(); expect(word).toMatchInlineSnapshot('"one"');`,
  test_spins: `for (;;);`,
};
const CONFIG = `
const process = globalThis.process;
const once = (name) => (process.env[name] = String(Number(process.env[name] ?? 0) + 1));
once('CONFIGURED');
globalThis.seen = (globalThis.seen ?? 0) + 1;
if (globalThis.seen > 1) throw new Error('the configuration is read twice in one process');
export default {
  plugins: [{ name: 'ours', configResolved: () => void once('PLUGGED') }],
  test: { globals: true, setupFiles: ['./set-up.cjs'], globalSetup: './global.mjs', testTimeout: 60000, env: { BY_CONFIG: 'yes' } },
};
`;
const WORD = `export const word = 'one';\n`;
const FILES = {
  'package.json': '{ "private": true }',
  'vitest.config.mjs': CONFIG,
  'global.mjs': `export default () => { process.env.PREPARED = String(Number(process.env.PREPARED ?? 0) + 1); };\n`,
  'set-up.cjs': SET_UP,
  'word.mjs': WORD,
  'other.test.mjs': `test('test_other', () => { if (globalThis.setUps !== 1) throw new Error('used'); });
test('test_open', async () => { throw new Error(String((await import('node:fs')).readdirSync('/proc/self/fd').length)); });\n`,
  'seen.test.mjs': `${HEADER}${AT_IMPORT}${Object.entries(TESTS)
    .map(([name, body]) => `test('${name}', async () => {${body}\n});\n`)
    .join('')}`,
};

describe.each(['4.1.11', '5.1.0'])('a fork for a trial of Vitest %s', (version) => {
  const isNewest = version === '5.1.0';
  let project: ForkedProject;
  beforeAll(async () => {
    project = await openForkedProject(javascript('vitest/vitest.mjs', { vitest: version }), vitest, FILES);
  });
  afterAll(async () => {
    await project[Symbol.asyncDispose]();
    expect(taggedProcesses(runTag()), 'processes left behind').toEqual([]);
  });
  const write = (name: string, text: string) => writeFileSync(join(project.root, name), text);
  beforeEach(() => {
    for (const name of ['vitest.config.mjs', 'word.mjs'] as const) write(name, FILES[name]);
  });
  const seen = async (way: Way, name: string) => outcomesOf(await project.run(way, [name]));
  /** With the template that forks its workers. */
  const servers = () => taggedProcesses(runTag());
  const noted = (name: string) =>
    readFileSync(join(project.root, `${name}.noted`), 'utf8')
      .trim()
      .split('\n');

  test('shows its tests what a fresh process shows', async () => {
    for (const name of ['test_look', 'test_open', 'test_start', 'test_prepared']) {
      const usual = await seen('cold', name);
      expect(usual[0]).toMatch(/ failed /);
      for (const _ of [1, 2]) expect(await seen('forked', name)).toEqual(usual);
    }
    expect(project.unfit()).toBeNull();
    const kept = servers();
    expect(kept.length % 2).toBe(0);
    expect(kept).not.toEqual([]);
  });

  test('has files, processes, threads, sockets and mocks of its own', async () => {
    const names = [...USUAL, 'test_signal', 'test_mocks', 'test_other'];
    const usual = outcomesOf(await project.run('cold', names));
    expect(usual).toEqual(names.map((name) => `${name} passed`));
    for (const _ of [1, 2]) expect(outcomesOf(await project.run('forked', names))).toEqual(usual);
  });

  test('reads the project anew, and draws numbers of its own', async () => {
    const since: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      // unflake-allow wall-clock: the test notes the time by the same clock
      since.push(Date.now());
      expect(await seen('forked', 'test_draws')).toEqual(['test_draws passed']);
    }
    for (const [index, moment] of since.entries()) expect(Number(noted('begun')[index])).toBeGreaterThanOrEqual(moment);
    expect(new Set(noted('drawn').flatMap((line) => JSON.parse(line) as unknown[])).size).toBe(3 * 5);
    expect(await seen('forked', 'test_parent')).not.toEqual(await seen('forked', 'test_parent'));
    expect((await seen('forked', 'test_word'))[0]).toContain('Error: one yes\n');
    write('word.mjs', WORD.replace('one', 'two'));
    write('vitest.config.mjs', CONFIG.replace(`BY_CONFIG: 'yes'`, `BY_CONFIG: 'no'`));
    expect((await seen('forked', 'test_word'))[0]).toContain('Error: two no\n');
  });

  test.each([
    ['a locale', `env: {`, `env: { LC_ALL: 'de_DE.UTF-8',`, 'test_start'],
    ['an option of Node', 'globals:', `execArgv: ['--no-warnings'], globals:`, 'test_start'],
    ['threads', 'globals:', `pool: 'threads', globals:`, 'test_fresh'],
  ])('starts its workers itself where their start makes a difference: %s', async (_what, before, after, name) => {
    write('vitest.config.mjs', CONFIG.replace(before, after));
    const usual = await seen('cold', name);
    if (name === 'test_start') expect(usual[0]).toContain(after.includes('de_DE') ? 'de-DE' : '--no-warnings');
    expect(await seen('forked', name)).toEqual(usual);
  });

  test.each(isNewest ? ['exits', 'is_killed'] : ['exits', 'is_killed', 'is_asked', 'aborts', 'rejects', 'throws_late'])(
    'ends like a fresh process: test_%s',
    async (name) => {
      const told = ({ ending, observations }: Awaited<ReturnType<typeof project.run>>) => [
        ending,
        observations.map(({ outcome, message }) => [outcome, message]),
      ];
      const usual = await project.run('cold', [`test_${name}`]);
      expect(told(await project.run('forked', [`test_${name}`]))).toEqual(told(usual));
    },
  );

  test('is ended with all its processes, a worker that never returns among them', async () => {
    expect(await seen('forked', 'test_fresh')).toEqual(['test_fresh passed']);
    const before = servers();
    expect(before).not.toEqual([]);
    expect(await seen('forked', 'test_leaves_a_process')).toEqual(['test_leaves_a_process passed']);
    expect(await seen('forked', 'test_fresh')).toEqual(['test_fresh passed']);
    expect(servers()).toEqual(before);
    for (const name of ['test_spins', 'test_hangs']) {
      const run = await project.run('forked', [name], { timeBoxMs: 4_000 });
      expect(run.ending.timedOut).toBe(true);
      expect(outcomesOf(run)).toEqual([`${name} timed-out timed-out: the time limit was reached`]);
    }
    expect(await seen('forked', 'test_fresh')).toEqual(['test_fresh passed']);
  });

  test('has the variables of its condition, from the first trial, from a server of its own', async () => {
    const inTokyo = () => project.run('forked', ['test_zone'], {}, { effect: { env: { TZ: 'Asia/Tokyo' } } });
    expect(outcomesOf(await inTokyo())[0]).toContain('-540 9');
    const kept = servers();
    expect(kept).not.toEqual([]);
    expect(outcomesOf(await inTokyo())[0]).toContain('-540 9');
    expect(servers()).toEqual(kept);
  });
});

describe('a case with Vitest', () => {
  const TARGET = testId('a.test.mjs > passes');
  // A single test that takes longer would count as one that hangs.
  const suite = (ms: number) =>
    [1, 2, 3, 4]
      .map((n) => `test('takes its time ${n}', () => new Promise((resolve) => setTimeout(resolve, ${ms})));\n`)
      .join('');
  const header = `import { test } from 'vitest';\ntest('passes', () => {});\n`;

  test.each([
    ['is served by forks from its first trial on', header + suite(1), 'fork server'],
    ['is not held up by a comparison of tests that take long', header + suite(3000), 'standby'],
  ])('%s', async (_what, text, name) => {
    const files = { 'package.json': '{ "private": true }', 'a.test.mjs': text };
    await using project = await openForkedProject(javascript('vitest/vitest.mjs', { vitest: '4.1.11' }), vitest, files);
    const { subject, workspace } = project;
    const launch = await chooseLauncher(subject, workspace, { target: TARGET, jobs: 64, timeBoxMs: 60_000 });
    try {
      const run = await runTrial(trialOf({ tests: [TARGET] }), launch.subject, {
        ...workspace,
        launcher: launch.launcher,
      });
      expect(outcomesOf(run)).toEqual(['passes passed']);
      expect(launch.distrust).toBeNull();
      expect(launch.launcher.name).toBe(name);
    } finally {
      await launch.close();
    }
  });
});
