/** What AVA has beyond the contract of runners: a worker for each file, tests that start together, hooks, marks and snapshots. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { ava } from '../../src/runners/ava.ts';
import { once } from '../contract/once.ts';
import { avaScript } from './ava-project.ts';
import { type OpenSmallProject, openSmallProject, told, withProject } from './small-project.ts';

const NEWEST = '7.0.0';

async function project(files: Readonly<Record<string, string>>, config: object = {}, version: string = NEWEST) {
  const tools = await npmTools({ ava: version });
  const { scripts = { test: 'ava' }, ...settings } = config as { scripts?: object };
  return {
    adapter: ava,
    program: [process.execPath, avaScript(tools)] as const,
    modules: join(tools, 'node_modules'),
    files: { 'package.json': JSON.stringify({ type: 'module', scripts, ava: settings }), ...files },
  };
}

const AVA = "import test from 'ava';\n";

describe.each([NEWEST])('ava %s beyond the contract', (version) => {
  const files = {
    'test/kinds.js': `${AVA}
test('second', (t) => t.pass());
test.serial('first', (t) => t.pass());
test.failing('fails as it should', (t) => t.fail());
test.failing('passes, which it should not', (t) => t.pass());
test('throws', () => { throw new TypeError('thrown'); });
test('rejects', async () => { throw 'a word'; });
test('has no assertion', () => {});
test.todo('is to be written');
`,
    'test/only.js': `${AVA}test('left out', (t) => t.fail());\ntest.only('the only one', (t) => t.pass());\n`,
    'test/hooks/before.js': `${AVA}
test.before(() => { throw new Error('broken before'); });
test('never starts', (t) => t.pass());
test.skip('nor this', (t) => t.pass());
`,
    'test/hooks/around.js': `${AVA}
test.afterEach.always((t) => { if (t.title.endsWith('after it')) throw new Error('broken afterEach'); });
test.after.always(() => { throw new Error('broken after'); });
test('ends well', (t) => t.pass());
test('is broken after it', (t) => t.pass());
`,
    'test/cannot.js': `${AVA}test('defined', (t) => t.pass());\nthrow new Error('cannot be loaded');\n`,
    'test/empty.js': 'export {};\n',
  };

  let open: OpenSmallProject;
  beforeAll(async () => {
    open = await openSmallProject(await project(files, {}, version));
  });
  afterAll(() => open?.close());

  /** To start AVA is what costs: the tests that only look at what came of a run look at this one. */
  const together = once(() => open.run(open.suite));
  const seenIn = async (place: 'hooks' | 'others') => {
    const report = await together();
    const isHere = (id: string) => id.includes('hooks') === (place === 'hooks');
    return { ...report, observations: report.observations.filter(({ test: id }) => isHere(id)) };
  };

  test('lists in the order of execution, leaves out what `only` excludes, and names files without tests', async () => {
    const { tests, problems } = await open.list();
    expect(tests).toEqual([
      ...['test/hooks/around.js > ends well', 'test/hooks/around.js > is broken after it'],
      ...['test/hooks/before.js > never starts', 'test/hooks/before.js > nor this'],
      ...['first', 'second', 'fails as it should', 'passes, which it should not'].map((t) => `test/kinds.js > ${t}`),
      ...['throws', 'rejects', 'has no assertion', 'is to be written'].map((t) => `test/kinds.js > ${t}`),
      'test/only.js > the only one',
    ]);
    expect(problems.toSorted()).toEqual([
      expect.stringMatching(/^test\/cannot\.js: an exception nobody caught: Error: cannot be loaded/),
      'test/empty.js: does not import AVA',
    ]);
  });

  test('gives every kind of test its outcome', async () => {
    const report = await seenIn('others');
    expect(told(report)).toEqual([
      ...['passed first', 'passed second', 'passed fails as it should', 'failed passes, which it should not'],
      ...['failed throws', 'failed rejects', 'failed has no assertion', 'skipped is to be written'],
      'passed the only one',
    ]);
    const messages = report.observations.map(({ message }) => message ?? '');
    expect(messages[4]).toMatch(/^TypeError: thrown\n/);
    expect(messages[5]).toContain('a word');
    expect(report.problems.filter((problem) => !problem.includes('broken after'))).toEqual([]);
  });

  test('reports tests after a broken hook as errored, and a broken after hook as a problem', async () => {
    const report = await seenIn('hooks');
    expect(told(report)).toEqual([
      ...['passed ends well', 'errored is broken after it', 'errored never starts', 'skipped nor this'],
    ]);
    expect(report.observations.flatMap(({ message }) => message?.split('\n')[0] ?? [])).toEqual([
      ...['Error: broken afterEach', 'Error: broken before'],
    ]);
    expect(report.problems).toEqual([expect.stringContaining('broken after')]);
  });

  test.each([
    ['a thread', {}],
    ['a process', { workerThreads: false }],
  ])('an uncaught exception ends %s, names its test and leaves other files alone', async (_what, config) => {
    const died = {
      'test/a.js': `${AVA}test('leaves', () => new Promise(() => { setImmediate(() => { throw new RangeError('late'); }); }));`,
      'test/b.js': `${AVA}test('stays', (t) => t.pass());`,
    };
    const known = { ...(await project(died, config, version)), suite: ['test/a.js > leaves', 'test/b.js > stays'] };
    const report = await withProject(known, ({ suite, run }) => run(suite));
    expect(told(report).toSorted()).toEqual(['crashed leaves', 'passed stays']);
    expect(report.observations.find(({ outcome }) => outcome === 'crashed')?.message).toMatch(/^RangeError: late\n/);
    expect(report.problems).toEqual([expect.stringMatching(/^test\/a\.js: an exception nobody caught: RangeError/)]);
  });
});

test('tests of one file run concurrently, and files in parallel, if there are workers', async () => {
  const meet = (own: string, other: string) => `
test('meets ${other}', async (t) => {
  writeFileSync(join(process.env.TMPDIR, '${own}'), '');
  while (!existsSync(join(process.env.TMPDIR, '${other}'))) await new Promise(setImmediate);
  t.pass();
});`;
  const head = `${AVA}import { existsSync, writeFileSync } from 'node:fs';\nimport { join } from 'node:path';`;
  const files = { 'test/a.js': head + meet('x', 'y') + meet('y', 'z'), 'test/b.js': head + meet('z', 'x') };
  const suite = ['test/a.js > meets y', 'test/a.js > meets z', 'test/b.js > meets x'];
  const report = await withProject({ ...(await project(files)), suite }, ({ run }) =>
    run(suite, { conditions: { workers: '2' } }),
  );
  expect(told(report).toSorted()).toEqual(['passed meets x', 'passed meets y', 'passed meets z']);
  expect(report.problems).toEqual([]);
});

test("a test that AVA's own time limit ends is timed-out", async () => {
  const files = { 'test/a.js': `${AVA}test('waits', () => new Promise((go) => setTimeout(go, 2 ** 31 - 1)));` };
  const suite = ['test/a.js > waits'];
  const report = await withProject({ ...(await project(files, { timeout: '6s' })), suite }, ({ run }) => run(suite));
  expect(told(report)).toEqual(['timed-out waits']);
  expect(report.problems).toEqual(['AVA ended its workers after 6000 ms without a result']);
});

test.each([
  ['threads', {}],
  ['processes', { workerThreads: false }],
])("the project's own script, settings and modules reach tests in %s", async (_what, config) => {
  const files = {
    'hook.mjs': 'globalThis.hooked = true;\n',
    'helper.js': 'globalThis.helped = true;\n',
    'ours/a.js': `${AVA}test('sees', (t) => t.deepEqual([
  globalThis.hooked, globalThis.helped, process.env.FROM_SCRIPT, process.env.FROM_CONFIG, process.env.NODE_ENV,
  process.execArgv.includes('--no-deprecation'), Object.keys(process.env).filter((name) => /^UNFLAKE_(?!TAG_)/.test(name)),
], [true, true, 'a b', 'c', 'test', true, []]));`,
    'ours/left-out.js': `${AVA}test('is not asked for', (t) => t.fail());`,
  };
  const scripts = { lint: 'xo', test: `FROM_SCRIPT="a b" NODE_OPTIONS='--import=./hook.mjs' c8 ava --watch ours/a.js` };
  const settings = {
    ...config,
    scripts,
    files: ['ours/*.js'],
    require: ['./helper.js'],
    environmentVariables: { FROM_CONFIG: 'c' },
    nodeArguments: ['--no-deprecation'],
  };
  await withProject(await project(files, settings), async ({ suite, run }) => {
    expect(suite).toEqual(['ours/a.js > sees']);
    const { observations, problems } = await run(suite);
    expect(observations).toMatchObject([{ outcome: 'passed' }]);
    expect(problems).toEqual([]);
  });
});

test('CommonJS files are run, too, and new snapshots are not written, also when the test is repeated', async () => {
  const files = {
    'test/a.cjs': "const test = require('ava');\ntest('records', (t) => t.snapshot({ a: 1 }));\n",
  };
  const suite = ['test/a.cjs > records'];
  await withProject({ ...(await project(files)), suite }, async ({ root, run }) => {
    const { observations, problems } = await run(suite, { repeat: 2 });
    expect(observations.map(({ outcome, run: nth }) => `${outcome} ${nth}`)).toEqual(['passed 0', 'passed 1']);
    expect(problems).toEqual([]);
    expect(await readdir(join(root, 'test'))).toEqual(['a.cjs']);
  });
});
