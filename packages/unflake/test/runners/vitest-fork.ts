/** Trials of Vitest in forks: its main process and its workers show tests what fresh ones show, end as they would, and leave nothing. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runTag, taggedProcesses } from '../../src/engine/process/tags.ts';
import { vitest } from '../../src/runners/vitest.ts';
import {
  type ForkedProject,
  javascript,
  openForkedProject,
  outcomesOf,
  runUntilItHangs,
  type Way,
} from './forked-project.ts';
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
  // A collection that was planned before the fork comes within this wait, and by nothing that could be waited for.
  test_collects: `const { constants, PerformanceObserver } = require('node:perf_hooks');
const kinds = [];
const observer = new PerformanceObserver((list) => kinds.push(...list.getEntries().map(({ detail }) => detail.kind)));
observer.observe({ entryTypes: ['gc'] });
await new Promise((resolve) => setTimeout(resolve, 400));
observer.disconnect();
expect(kinds.filter((kind) => kind !== constants.NODE_PERFORMANCE_GC_MINOR)).toEqual([]);`,
  test_spins: `fs.writeFileSync('hanging', ''); for (;;);`,
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

export function forksForTrials(version: string): void {
  describe(`a fork for a trial of Vitest ${version}`, () => {
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

    test('does not begin with a collection of garbage that its server has planned', async () => {
      for (const _ of [1, 2, 3]) expect(await seen('forked', 'test_collects')).toEqual(['test_collects passed']);
    });

    test('reads the project anew, and draws numbers of its own', async () => {
      const since: number[] = [];
      for (let run = 0; run < 3; run += 1) {
        // unflake-allow wall-clock: the test notes the time by the same clock
        since.push(Date.now());
        expect(await seen('forked', 'test_draws')).toEqual(['test_draws passed']);
      }
      for (const [index, moment] of since.entries())
        expect(Number(noted('begun')[index])).toBeGreaterThanOrEqual(moment);
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

    test.each(
      isNewest ? ['exits', 'is_killed'] : ['exits', 'is_killed', 'is_asked', 'aborts', 'rejects', 'throws_late'],
    )('ends like a fresh process: test_%s', async (name) => {
      const told = ({ ending, observations }: Awaited<ReturnType<typeof project.run>>) => [
        ending,
        observations.map(({ outcome, message }) => [outcome, message]),
      ];
      const usual = await project.run('cold', [`test_${name}`]);
      expect(told(await project.run('forked', [`test_${name}`]))).toEqual(told(usual));
    });

    test('is ended with all its processes, a worker that never returns among them', async () => {
      expect(await seen('forked', 'test_fresh')).toEqual(['test_fresh passed']);
      const before = servers();
      expect(before).not.toEqual([]);
      expect(await seen('forked', 'test_leaves_a_process')).toEqual(['test_leaves_a_process passed']);
      expect(await seen('forked', 'test_fresh')).toEqual(['test_fresh passed']);
      expect(servers()).toEqual(before);
      for (const name of ['test_spins', 'test_hangs']) {
        const run = await runUntilItHangs(project, name);
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
}
