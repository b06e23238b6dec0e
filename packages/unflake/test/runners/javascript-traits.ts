/** What Jest and Vitest share beyond the contract of runners: blocks, their hooks, whole files and workers. One body, an arm per version. */
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/contract/outcome.ts';
import type { Report, RunnerAdapter, RunnerContext, RunRequest } from '../../src/contract/runner.ts';
import { testId } from '../../src/contract/test-id.ts';
import { once } from '../contract/once.ts';
import { runCommand } from '../contract/run-command.ts';
import { writeFiles } from './javascript-project.ts';

export interface TraitsArm {
  readonly name: string;
  readonly adapter: RunnerAdapter;
  readonly tools: () => Promise<string>;
  readonly script: string;
  readonly files: Readonly<Record<string, string>>;
  /** How this runner records the snapshot `kept 1`. */
  readonly snapshot: string;
  /** Tests that only this runner can write, in `own.test.js`, by title with what becomes of them. */
  readonly own: { readonly text: string; readonly outcomes: Readonly<Record<string, Outcome>> };
  /** Flags that choose a configuration with which our probe must refuse to run, and a word of its reason. */
  readonly refused: readonly (readonly [flags: readonly string[], reason: string])[];
}

const BLOCKS = `
const log = [];
const say = (word) => () => { log.push(word); };
beforeAll(say('file'));
describe('one', () => {
  beforeAll(say('one'));
  test('a', say('a'));
  test('b', say('b'));
});
describe('two', () => { test('c', say('c')); });
test('tells', () => { throw new Error(log.splice(0).join(' ')); });
test.concurrent('beside', async () => {});
describe.skip('left out', () => { test('inside', () => {}); });
`;

const HOOKS = `
describe('before', () => {
  beforeAll(() => { throw new Error('broken beforeAll'); });
  test('never starts', () => {});
  describe('deeper', () => { test('nor does this', () => {}); });
});
describe('after', () => {
  afterAll(() => { throw new Error('broken afterAll'); });
  test('ends well', () => {});
});
`;

const SNAPSHOTS = `
test('kept', () => expect('value').toMatchSnapshot());
test('new', () => expect('other').toMatchSnapshot());
`;

const FILES = {
  'package.json': '{ "name": "subject", "private": true }',
  'blocks.test.js': BLOCKS,
  'hooks.test.js': HOOKS,
  'snapshots.test.js': SNAPSHOTS,
  'unloadable.test.js': "throw new Error('cannot be loaded');",
  'rejects.test.js': "test('leaves a rejection', () => { Promise.reject(new Error('left behind')); });",
  'dies.test.js': "test('first', () => {}); test('dies', () => process.kill(process.pid, 'SIGKILL'));",
};

const PROBES = fileURLToPath(new URL('../../probes', import.meta.url));

export function javascriptTraits(arm: TraitsArm): void {
  const { adapter } = arm;
  describe(`${arm.name} beyond the contract`, () => {
    let home: string;
    let root: string;
    let program: RunnerContext['program'];
    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'unflake-traits-'));
      root = join(home, 'project');
      const tools = await arm.tools();
      program = [process.execPath, join(tools, 'node_modules', arm.script)];
      const snapshots = { '__snapshots__/snapshots.test.js.snap': arm.snapshot };
      await writeFiles(root, { ...FILES, ...snapshots, 'own.test.js': arm.own.text, ...arm.files });
      await symlink(join(tools, 'node_modules'), join(root, 'node_modules'));
    });
    afterAll(() => rm(home, { recursive: true, force: true }));

    const context = async (args: readonly string[] = []): Promise<RunnerContext> => ({
      ...{ root, probes: PROBES, program, cache: join(home, 'cache') },
      folder: await mkdtemp(join(home, 'trial-')),
      settings: { args, files: [], command: [], report: { format: 'exit', path: null } },
    });
    const run = async (ids: readonly string[], changes: Partial<RunRequest> = {}): Promise<Report> => {
      const place = await context();
      const tests = ids.map(testId);
      const request: RunRequest = { tests, suite: tests, repeat: 1, conditions: {}, seed: 1, ...changes };
      return adapter.parse(await runCommand(adapter.command(request, place), place), request, place);
    };

    test('lists what can be loaded and says what cannot', async () => {
      const place = await context();
      const { tests, problems } = adapter.parseList(await runCommand(adapter.list(place), place), place);
      expect(tests.filter((id) => id.startsWith('blocks'))).toEqual([
        'blocks.test.js > one > a',
        'blocks.test.js > one > b',
        'blocks.test.js > two > c',
        'blocks.test.js > tells',
        'blocks.test.js > beside',
        'blocks.test.js > left out > inside',
      ]);
      expect(problems).toEqual([expect.stringMatching(/unloadable\.test\.js: .*cannot be loaded/s)]);
    });

    /** To start the runner is what costs: the tests that only look at what came of a run look at these two. */
    const apart = once(() =>
      run([
        ...['one > a', 'two > c', 'one > b', 'left out > inside', 'tells'].map((title) => `blocks.test.js > ${title}`),
        ...['before > never starts', 'before > deeper > nor does this', 'after > ends well'].map(
          (title) => `hooks.test.js > ${title}`,
        ),
        ...Object.keys(arm.own.outcomes).map((title) => `own.test.js > ${title}`),
      ]),
    );
    const repeated = once(async () => {
      const before = (await readdir(root)).sort();
      const order = ['blocks.test.js > one > a', 'blocks.test.js > tells'];
      const report = await run([...order, 'snapshots.test.js > kept', 'snapshots.test.js > new'], { repeat: 2 });
      return { report, before, after: (await readdir(root)).sort() };
    });
    const inFile = (file: string, { observations }: Report) =>
      observations.filter(({ test: id }) => id.startsWith(`${file}.test.js > `));

    test('opens a block again when its tests do not stand together', async () => {
      const seen = inFile('blocks', await apart());
      expect(seen.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed', 'skipped', 'failed']);
      expect(seen.at(-1)?.message).toMatch(/^Error: file one a c one b\n/);
    });

    test('calls tests under a broken beforeAll errored, and a broken afterAll a problem', async () => {
      const report = await apart();
      const seen = inFile('hooks', report);
      expect(seen.map(({ outcome }) => outcome)).toEqual(['errored', 'errored', 'passed']);
      expect(seen[0]?.message).toContain('broken beforeAll');
      expect(report.problems.join('\n')).toContain('broken afterAll');
    });

    test('says what becomes of tests that only this runner can write', async () => {
      const seen = inFile('own', await apart()).map(({ outcome, test: id }) => [
        id.replace('own.test.js > ', ''),
        outcome,
      ]);
      expect(Object.fromEntries(seen)).toEqual(arm.own.outcomes);
    });

    test('runs the hooks of file and blocks again in each repetition', async () => {
      const failed = inFile('blocks', (await repeated()).report).filter(({ outcome }) => outcome === 'failed');
      const said = failed.map((seen) => seen.message?.split('\n')[0]);
      expect(said).toEqual(['Error: file one a', 'Error: file one a']);
    });

    test('compares repetitions with the same snapshot, and writes none', async () => {
      const { report, before, after } = await repeated();
      expect(inFile('snapshots', report).map((seen) => `${seen.outcome} ${seen.test}`)).toEqual([
        'passed snapshots.test.js > kept',
        'failed snapshots.test.js > new',
        'passed snapshots.test.js > kept',
        'failed snapshots.test.js > new',
      ]);
      expect(after).toEqual(before);
      expect(await readdir(join(root, '__snapshots__'))).toEqual(['snapshots.test.js.snap']);
    });

    test('runs a test twice that is asked for twice, and concurrent tests among others', async () => {
      const ids = ['blocks.test.js > one > a', 'blocks.test.js > beside', 'blocks.test.js > one > a'];
      const { observations, problems } = await run(ids);
      // Jest 29 runs the bodies of concurrent tests before all others.
      const seen = observations.map(({ outcome, run: nth, test: id }) => `${outcome} ${nth} ${id}`).sort();
      expect(seen).toEqual([`passed 0 ${ids[1]}`, `passed 0 ${ids[0]}`, `passed 1 ${ids[0]}`]);
      expect(problems).toEqual([]);
    });

    test('does not pass over a rejection that nobody handled', async () => {
      const { observations, problems } = await run(['rejects.test.js > leaves a rejection']);
      const said = [...observations.flatMap((seen) => seen.message ?? []), ...problems].join('\n');
      expect(said).toMatch(/left behind|the stream is incomplete/);
    });

    test('records the file of a dead worker once', async () => {
      const ids = ['dies.test.js > first', 'dies.test.js > dies', 'blocks.test.js > one > a'];
      const { observations, problems, retried = [] } = await run(ids, { conditions: { workers: '2' } });
      const ofDead = observations.filter((seen) => seen.test.startsWith('dies'));
      expect(ofDead.map(({ outcome, run: nth, test: id }) => `${outcome} ${nth} ${id}`)).toEqual([
        'passed 0 dies.test.js > first',
        'crashed 0 dies.test.js > dies',
      ]);
      expect(retried).toEqual([]);
      expect(problems).not.toEqual([]);
    });

    test.each(arm.refused)('refuses to run with %j, and says why', async (flags, reason) => {
      const place = await context(flags);
      const listing = adapter.parseList(await runCommand(adapter.list(place), place), place);
      expect(listing.tests).toEqual([]);
      expect(listing.problems.join('\n')).toMatch(new RegExp(`^not supported: .*${reason}`, 'm'));
    });
  });
}
