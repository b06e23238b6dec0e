/** Hooks, projects, workers, marks and snapshots under Playwright Test; no test here needs a browser. */
import { symlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import type { RunnerSettings } from '../../src/contract/runner.ts';
import { playwright } from '../../src/runners/playwright.ts';
import { once } from '../contract/once.ts';
import { openProject } from '../contract/runner-arm.ts';
import { told, writeFiles } from './small-project.ts';

async function withFiles<T>(
  version: string,
  files: Readonly<Record<string, string>>,
  ask: (project: Awaited<ReturnType<typeof openProject>>) => Promise<T>,
  settings: Partial<RunnerSettings> = {},
): Promise<T> {
  const tools = await npmTools({ '@playwright/test': version });
  const project = await openProject(playwright, async (folder) => {
    await writeFiles(folder, files);
    symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'));
    const program = [process.execPath, join(tools, 'node_modules/@playwright/test/cli.js')] as const;
    return { program, suite: [], settings };
  });
  try {
    return await ask(project);
  } finally {
    await project.close();
  }
}

const IMPORTS = "const { test, expect } = require('@playwright/test');\n";

const OUTCOMES = `${IMPORTS}
test('fails as it should', () => { test.fail(); expect(1).toBe(2); });
test('passes and should not', () => { test.fail(); });
test.fixme('to be mended', () => {});
test('skips itself', () => { test.skip(true, 'not here'); });
test('fails softly', () => { expect.soft(1).toBe(2); });
test('throws a string', () => { throw 'no price'; });
test('is too slow', async () => { test.setTimeout(50); await new Promise(() => {}); });
test.describe('afterwards', () => {
  test.afterEach(() => { throw new Error('cannot close'); });
  test('breaks', () => {});
  test('fails first', () => { throw new RangeError('body'); });
});
const withFixture = test.extend({ basket: async ({}, use) => { throw new Error('no basket'); } });
withFixture('has a broken fixture', ({ basket }) => {});
test.describe('before all', () => {
  test.beforeAll(() => { throw new Error('no database'); });
  test('does not start', () => {});
  test('nor does this', () => {});
});
test.describe.serial('in a row', () => {
  test('fails', () => { expect(1).toBe(2); });
  test('is left out', () => {});
});
test.only('does not restrict the others', () => {});
`;

const BLOCKS = `${IMPORTS}
const log = [];
const say = (word) => () => { log.push(word); };
test.beforeAll(say('file'));
test.describe('one', () => {
  test.beforeAll(say('one'));
  test('a', say('a'));
  test('b', say('b'));
});
test('c', say('c'));
test.describe.parallel('beside', () => { test('d', say('d')); });
test('tells', () => { throw new Error(log.join(' ')); });
`;

const NEW = `${IMPORTS}
test('has no snapshot', () => { expect('text').toMatchSnapshot('text.txt'); });
test('leaves a file', async ({}, info) => { require('node:fs').writeFileSync(info.outputPath('trace.txt'), 'x'); });
test('forks', async () => {
  const child = require('node:child_process').fork(require('node:path').join(__dirname, 'flags.js'));
  expect(await new Promise((resolve) => child.on('message', resolve))).toEqual([]);
});
`;

const FILES = {
  'playwright.config.js': '',
  'flags.js': 'process.send(process.execArgv);',
  'all.spec.js': OUTCOMES,
  'blocks.spec.js': BLOCKS,
  'new.spec.js': NEW,
};

const MOVED = ['one > b', 'beside > d', 'c', 'one > a', 'tells'].map((title) => `blocks.spec.js > ${title}`);

describe.each(['1.65.1'])('playwright %s', (version) => {
  /** To start Playwright is what costs: the tests that only look at what came of a run look at this one. */
  const together = once(() =>
    withFiles(version, FILES, async ({ list, run, root }) => {
      const before = (await readdir(root)).toSorted();
      const { tests } = await list();
      const listed = tests.filter((id) => !id.startsWith('blocks.spec.js'));
      const { observations, problems } = await run([...listed, ...MOVED]);
      const inFile = (file: string) => observations.filter(({ test: id }) => id.startsWith(`${file}.spec.js > `));
      return { problems, inFile, before, after: (await readdir(root)).toSorted() };
    }),
  );

  test('distinguishes a broken set-up or tear-down from a failed body, and from what it leaves out', async () => {
    const { inFile, problems } = await together();
    const observations = inFile('all');
    expect(told({ observations, problems })).toEqual([
      'passed fails as it should',
      'failed passes and should not',
      'skipped to be mended',
      'skipped skips itself',
      'failed fails softly',
      'failed throws a string',
      'failed is too slow',
      'errored breaks',
      'failed fails first',
      'errored has a broken fixture',
      'errored does not start',
      'errored nor does this',
      'failed fails',
      'skipped is left out',
      'passed does not restrict the others',
    ]);
    const message = (title: string) => observations.find(({ test: id }) => id.endsWith(title))?.message;
    expect(message('throws a string')).toContain('no price');
    expect(message('is too slow')).toContain('50ms');
    expect(message('fails first')).toContain('RangeError');
  });

  test('moves tests between blocks, which run their hooks again', async () => {
    const observations = (await together()).inFile('blocks');
    expect(observations.map(({ test: id }) => id)).toEqual(MOVED);
    expect(observations.at(-1)?.message).toContain('file one b d c one a');
  });

  test('writes no snapshot and nothing else into the project, and its hook does not reach what tests fork', async () => {
    const { inFile, problems, before, after } = await together();
    expect(told({ observations: inFile('new'), problems })).toEqual([
      'failed has no snapshot',
      'passed leaves a file',
      'passed forks',
    ]);
    expect(after).toEqual(before);
  });

  test('runs files after each other in one process, in any order, and a new one after a failure', () => {
    const looks = (title: string) =>
      `${IMPORTS} test('${title}', () => { expect(require('./state').list).toEqual([]); });`;
    const files = {
      'state.js': 'exports.list = [];',
      'a.spec.js': `${IMPORTS} test('pollutes', () => { require('./state').list.push(1); });`,
      'b.spec.js': looks('victim'),
      'c.spec.js': looks('runs after the failure'),
      'd.spec.js': looks('runs before'),
    };
    return withFiles(version, files, async ({ run }) => {
      const [pollutes, victim] = ['a.spec.js > pollutes', 'b.spec.js > victim'] as const;
      const inTurn = ['d.spec.js > runs before', pollutes, victim, 'c.spec.js > runs after the failure'];
      expect(told(await run(inTurn))).toEqual([
        'passed runs before',
        'passed pollutes',
        'failed victim',
        'passed runs after the failure',
      ]);
      const parallel = await run([pollutes, victim], { conditions: { workers: '2' } });
      expect(told(parallel).toSorted()).toEqual(['passed pollutes', 'passed victim']);
    });
  });

  test('in several projects an id names one, which runs after those that it depends on', () =>
    withFiles(
      version,
      {
        'package.json': '{ "type": "module" }',
        'playwright.config.ts': `
          import { defineConfig } from '@playwright/test';
          const setUp: RegExp = /\\.setup\\.ts$/;
          export default defineConfig({ testDir: 'tests', projects: [
            { name: 'a b', dependencies: ['set-up'] },
            { name: 'other', dependencies: ['set-up'] },
            { name: 'set-up', testMatch: setUp, teardown: 'clean-up' },
            { name: 'clean-up', testMatch: /\\.gone\\.ts$/ },
          ] });`,
        'tests/sign.setup.ts': `import { existsSync } from 'node:fs'; import { test } from '@playwright/test'; test('signs in', () => { if (existsSync('no-key' as string)) throw new Error('no key'); process.env.SIGNED = 'in'; });`,
        'tests/sign.gone.ts': `import { test } from '@playwright/test'; test('signs out', () => {});`,
        'tests/cart.spec.ts': `
          import { test, expect } from '@playwright/test';
          test('totals', () => { expect(process.env.SIGNED).toBe('in'); });
          test('is in its project', () => { expect(test.info().project.name).toBe('other'); });`,
      },
      async ({ list, run, root }) => {
        const { tests, problems } = await list();
        expect(problems).toEqual([]);
        expect(tests).toEqual([
          'tests/sign.setup.ts > [set-up] > signs in',
          'tests/cart.spec.ts > [a b] > totals',
          'tests/cart.spec.ts > [a b] > is in its project',
          'tests/cart.spec.ts > [other] > totals',
          'tests/cart.spec.ts > [other] > is in its project',
          'tests/sign.gone.ts > [clean-up] > signs out',
        ]);
        const report = await run([tests[4]!, tests[3]!]);
        expect(report.problems).toEqual([]);
        expect(report.observations.map(({ outcome, test: id }) => `${outcome} ${id}`)).toEqual([
          `passed ${tests[4]}`,
          `passed ${tests[3]}`,
        ]);
        expect(told(await run([tests[0]!]))).toEqual(['passed signs in']);
        await writeFiles(root, { 'no-key': '' });
        const broken = await run([tests[1]!]);
        expect(broken.observations).toEqual([]);
        expect(broken.problems).toEqual([
          expect.stringMatching(/signs in, on which the selected tests depend: no key/),
        ]);
      },
    ));

  test('a file that does not load is a problem', () =>
    withFiles(
      version,
      { 'bad.spec.js': 'const = 1;', 'good.spec.js': `${IMPORTS} test('passes', () => {});` },
      async ({ list, run }) => {
        expect((await list()).problems.join('\n')).toContain('bad.spec.js');
        expect(told(await run(['good.spec.js > passes'], { suite: [] }))).toEqual(['passed passes']);
      },
    ));
});
