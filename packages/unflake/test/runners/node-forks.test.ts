/** Trials in forks of a loaded Node: tests see what they would see in a fresh process, and end as they would. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTag, taggedProcesses } from '../../src/engine/process/tags.ts';
import { jest } from '../../src/runners/jest.ts';
import { mocha } from '../../src/runners/mocha.ts';
import { nodeTest } from '../../src/runners/node-test.ts';
import {
  type ForkedProject,
  javascript,
  openForkedProject,
  outcomesOf,
  runUntilItHangs,
  type Way,
} from './forked-project.ts';
import { AT_IMPORT, SEEN, SET_UP, USUAL } from './node-fork-samples.ts';

const RUNNERS = {
  mocha: {
    adapter: mocha,
    language: javascript('mocha/bin/mocha.js', { mocha: '12.0.3' }),
    header: '',
    define: 'it',
    folder: 'test',
    settings: {
      '.mocharc.json': '{ "require": "./set-up.cjs", "extension": ["js", "mjs"], "timeout": 60000 }',
      'test/module.mjs': `import { readFile } from 'node:fs/promises';\nconst own = await readFile(new URL(import.meta.url));\nit('test_module', () => { if (own.length === 0) throw new Error('empty'); });\n`,
    },
  },
  jest: {
    adapter: jest,
    language: javascript('jest/bin/jest.js', { jest: '30.5.2' }),
    header: '',
    define: 'test',
    folder: '.',
    settings: {
      'jest.config.json':
        '{ "setupFiles": ["./set-up.cjs"], "globalSetup": "./global-set-up.cjs", "testTimeout": 60000 }',
      'global-set-up.cjs': `module.exports = () => require('node:fs').appendFileSync('global.noted', process.pid + '\\n');\n`,
      'module.test.js': `test('test_module', () => expect(require('node:path').join('a', 'b')).toBe('a/b'));\n`,
    },
  },
  'node-test': {
    adapter: nodeTest,
    language: javascript(null, {}),
    header: `require('./set-up.cjs');\nconst test = require('node:test');\n`,
    define: 'test',
    folder: '.',
    settings: {
      'module.test.mjs': `import test from 'node:test';\nimport { readFile } from 'node:fs/promises';\nconst own = await readFile(new URL(import.meta.url));\ntest('test_module', () => { if (own.length === 0) throw new Error('empty'); });\n`,
    },
  },
} as const;
const NAMES = Object.keys(RUNNERS) as (keyof typeof RUNNERS)[];

const filesOf = ({ header, define, folder, settings }: (typeof RUNNERS)[keyof typeof RUNNERS]) => ({
  'package.json': '{ "private": true }',
  'set-up.cjs': SET_UP,
  [join(folder, 'seen.test.js')]: `${header}${AT_IMPORT}${Object.entries(SEEN)
    .map(([name, body]) => `${define}('${name}', async () => {${body}\n});\n`)
    .join('')}`,
  ...settings,
});

describe.each(NAMES)('a fork for a trial of %s', (runner) => {
  let project: ForkedProject;
  beforeAll(async () => {
    const { adapter, language } = RUNNERS[runner];
    project = await openForkedProject(language, adapter, filesOf(RUNNERS[runner]));
  });
  afterAll(async () => {
    await project[Symbol.asyncDispose]();
    expect(taggedProcesses(runTag()), 'processes left behind').toEqual([]);
  });
  const noted = (name: string) =>
    readFileSync(join(project.root, `${name}.noted`), 'utf8')
      .trim()
      .split('\n');
  const seen = async (way: Way, name: string) => outcomesOf(await project.run(way, [name]));

  test('shows its tests what a fresh process shows', async () => {
    const [usual] = await seen('cold', 'test_look');
    expect(usual).toContain('PRELOADED');
    for (const _ of [1, 2]) expect(await seen('forked', 'test_look')).toEqual([usual]);
    expect(project.unfit()).toBeNull();
    expect(taggedProcesses(runTag())).not.toEqual([]);
  });

  test('has files, processes, threads and sockets of its own', async () => {
    // Tests of Jest cannot handle signals.
    const names = runner === 'jest' ? USUAL : [...USUAL, 'test_signal'];
    const usual = outcomesOf(await project.run('cold', names));
    expect(usual).toEqual(names.map((name) => `${name} passed`));
    for (const _ of [1, 2]) expect(outcomesOf(await project.run('forked', names))).toEqual(usual);
  });

  test('loads the project anew, and draws numbers of its own', async () => {
    const since: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      // unflake-allow wall-clock: the test notes the time by the same clock
      since.push(Date.now());
      expect(await seen('forked', 'test_draws')).toEqual(['test_draws passed']);
    }
    const begun = noted('begun').map(Number);
    for (const [index, moment] of since.entries()) expect(begun[index]).toBeGreaterThanOrEqual(moment);
    const drawn = noted('drawn').map((line) => JSON.parse(line) as unknown[]);
    expect(new Set(drawn.flat()).size).toBe(3 * 5);
    expect(await seen('forked', 'test_module')).toEqual(['test_module passed']);
  });

  test.each(
    // A run of Jest takes longest, and these differ by Node alone.
    [
      ...['exits', 'is_killed', 'throws_late', 'at_exit'],
      ...(runner === 'jest' ? [] : ['is_asked', 'aborts', 'rejects']),
    ],
  )('ends like a fresh process: test_%s', async (name) => {
    const usual = await project.run('cold', [`test_${name}`]);
    const forked = await project.run('forked', [`test_${name}`]);
    const told = ({ ending, observations }: typeof usual) => [
      ending,
      observations.map(({ outcome, message }) => [outcome, message]),
    ];
    expect(told(forked)).toEqual(told(usual));
    if (name !== 'at_exit' || runner === 'jest') return;
    const lines = noted('exit');
    expect(lines.slice(0, lines.length / 2)).toEqual(lines.slice(lines.length / 2));
  });

  test('is ended with all its processes, and its server serves the next trial', async () => {
    expect(await seen('forked', 'test_fresh')).toEqual(['test_fresh passed']);
    const servers = taggedProcesses(runTag());
    expect(servers).not.toEqual([]);
    expect(await seen('forked', 'test_leaves_a_process')).toEqual(['test_leaves_a_process passed']);
    expect(await seen('forked', 'test_fresh')).toEqual(['test_fresh passed']);
    expect(taggedProcesses(runTag())).toEqual(servers);
  });

  test('is asked to end at its time limit, and then ended', async () => {
    const run = await runUntilItHangs(project, 'test_hangs');
    expect(run.ending.timedOut).toBe(true);
    expect(outcomesOf(run)).toEqual(['test_hangs timed-out timed-out: the time limit was reached']);
    if (runner !== 'jest') expect(noted('hangs')).toEqual(['asked']);
  });

  test('has the variables of its condition, from a server of its own', async () => {
    const tokyo = await project.run('forked', ['test_zone'], {}, { effect: { env: { TZ: 'Asia/Tokyo' } } });
    expect(outcomesOf(tokyo)[0]).toContain('-540 9');
  });
});

test('a module that NODE_OPTIONS loads is never kept: such trials start cold', async () => {
  const { adapter, header, define } = RUNNERS.mocha;
  const loaded = { NODE_OPTIONS: '--require=./loaded.cjs' };
  const language = javascript('mocha/bin/mocha.js', { mocha: '12.0.3' }, loaded);
  const body = `if (process.pid !== globalThis.loadedBy) throw new Error('kept');`;
  await using project = await openForkedProject(language, adapter, {
    'package.json': '{ "private": true }',
    'loaded.cjs': 'globalThis.loadedBy = process.pid;\n',
    'test/a.test.js': `${header}${define}('test_one', () => { ${body} });\n`,
  });
  for (const _ of [1, 2]) expect(outcomesOf(await project.run('forked', ['test_one']))).toEqual(['test_one passed']);
  expect(taggedProcesses(runTag())).toEqual([]);
});
