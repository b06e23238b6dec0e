/** One Vitest that serves several trials: the tests must not be able to notice, and if they might, it is not reused. */
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { testId } from '../../src/contract/test-id.ts';
import { cold } from '../../src/engine/launchers/cold.ts';
import type { Launcher } from '../../src/engine/launchers/launcher.ts';
import { openLoadedRunner } from '../../src/engine/launchers/loaded-runner.ts';
import { openStandby, type Standby } from '../../src/engine/launchers/standby.ts';
import type { Subject } from '../../src/engine/subject/subject.ts';
import { runTrial } from '../../src/engine/trial/run-trial.ts';
import { openWorkspace, type TrialWorkspace } from '../../src/engine/trial-workspace.ts';
import { vitest } from '../../src/runners/vitest.ts';
import { PROBES } from '../contract/runner-arm.ts';
import { SETTINGS, trialOf } from '../unit/engine/sample-trial.ts';
import { writeFiles } from './small-project.ts';

/** Each test tells what it sees by the message of its failure. */
const LOOKS = `
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { word } from './word.mjs';
const tell = (what) => { throw new Error(JSON.stringify(what)); };
test('server', () => tell(process.ppid));
test('own', () => tell([process.pid, Math.random()]));
test('around', () => {
  const { env, argv, execArgv } = process;
  const variables = Object.keys(env).filter((name) => !name.startsWith('UNFLAKE_TAG_')).sort();
  tell({ variables, argv, execArgv, seen: env.SEEN, open: readdirSync('/proc/self/fd').length, tmp: readdirSync(tmpdir()).length });
});
test('word', () => tell(word));
test('state', () => { globalThis.count = (globalThis.count ?? 0) + 1; tell(globalThis.count); });
test('passes', () => {});
`;
/** Known without a listing, which starts a Vitest. */
const SUITE = [...LOOKS.matchAll(/^test\('(\w+)'/gm)].map(([, title]) => testId(`looks.test.mjs > ${title}`));
const CONFIG = `process.env.SEEN = String(Number(process.env.SEEN ?? 0) + 1);\nexport default { test: { globals: true } };`;

interface Sample {
  readonly config?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly version?: string;
}

const NEWEST = '4.1.11';

describe('a Vitest that stays loaded', () => {
  let home: string;
  let workspace: TrialWorkspace;
  let standby: Standby | undefined;
  let subject: Subject;
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'comes-back-')));
    workspace = openWorkspace({ env: process.env, place: join(home, 'runs') });
  });
  afterEach(async () => {
    await standby?.close();
    standby = undefined;
    await workspace.close();
    rmSync(home, { recursive: true });
  });

  async function project({ config = CONFIG, files = {}, version = NEWEST }: Sample = {}): Promise<void> {
    const root = join(home, 'project');
    const own = { 'looks.test.mjs': LOOKS, 'word.mjs': `export const word = 'one';`, 'vitest.config.mjs': config };
    await writeFiles(root, { 'package.json': '{ "private": true }', ...own, ...files });
    symlinkSync(join(await npmTools({ vitest: version }), 'node_modules'), join(root, 'node_modules'));
    const program = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs')] as const;
    const cache = join(home, 'cache');
    subject = { root, folder: root, adapter: vitest, program, settings: SETTINGS, probes: PROBES, suite: SUITE, cache };
  }

  /** The same process, as long as it is reused. */
  function staying(): Standby {
    if (standby === undefined) {
      standby = openStandby(subject, workspace, 1);
      standby.setReuse(true);
    }
    return standby;
  }

  async function seen(title: string, launcher: Launcher = staying()): Promise<string> {
    const tests = [testId(`looks.test.mjs > ${title}`)];
    const run = await runTrial(trialOf({ tests, watch: tests, seed: 0 }), subject, { ...workspace, launcher });
    expect(run.problems).toEqual([]);
    return `${run.ending.code} ${run.observations.map(({ outcome, message }) => `${outcome} ${message ?? ''}`)}`;
  }

  /** A process that cannot return in time is replaced, which a busy machine makes happen; what was seen then proves nothing. */
  async function inOneServer(trials: () => Promise<void>, launcher?: Launcher): Promise<void> {
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const server = await seen('server', launcher);
      await trials();
      if ((await seen('server', launcher)) === server) return;
    }
    expect.unreachable('no Vitest served all trials');
  }

  test.each([NEWEST, '3.2.7'])(
    'serves many trials, each in a new process with the usual surroundings (%s)',
    async (version) => {
      await project({ version });
      const usual = await seen('around', cold);
      await inOneServer(async () => {
        expect(await seen('around')).toBe(usual);
        expect(await seen('around')).toBe(usual);
        expect(await seen('passes')).toBe(await seen('passes', cold));
        const own = await seen('own');
        expect(await seen('own')).not.toBe(own);
        const first = await seen('state');
        expect(await seen('state')).toBe(first);
      });
    },
  );

  test('reads the files of the project again for each trial, its configuration, too', async () => {
    await project();
    const write = (name: string, text: string) => writeFileSync(join(subject.root, name), text);
    await inOneServer(async () => {
      write('word.mjs', `export const word = 'one';`);
      write('vitest.config.mjs', CONFIG);
      expect(await seen('word')).toContain('one');
      expect(await seen('around')).not.toContain('again');
      write('word.mjs', `export const word = 'two';`);
      expect(await seen('word')).toContain('two');
      write('vitest.config.mjs', CONFIG.replace(`=`, `= 'again' +`));
      expect(await seen('around')).toContain('again');
    });
  });

  test.each([
    ['a set-up for all tests', `{ globals: true, globalSetup: './setup.mjs' }`],
    ['threads', `{ globals: true, pool: 'threads' }`],
  ])('is not reused if code of the tests runs in it: %s', async (_why, options) => {
    await project({
      config: `export default { test: ${options} };`,
      files: { 'setup.mjs': 'export default () => {};' },
    });
    const server = await seen('own');
    const pid = (text: string) => /\[(\d+),/.exec(text)?.[1];
    expect(pid(server)).toBeDefined();
    if (options.includes('threads')) expect(pid(await seen('own'))).not.toBe(pid(server));
    else expect(await seen('server')).not.toBe(await seen('server'));
  });

  test('is not reused if its configuration left a server open', async () => {
    const listens = `import { createServer } from 'node:net';\nawait new Promise((resolve) => createServer().listen(0, '127.0.0.1', resolve));\n`;
    await project({ config: `${listens}${CONFIG}` });
    expect(await seen('server')).not.toBe(await seen('server'));
  });

  describe('is compared with a fresh one', () => {
    const target = testId('looks.test.mjs > passes');
    const request = { target, jobs: 1, timeBoxMs: 60_000, stays: 'again' } as const;

    test('after enough trials to pay off, and then stays', async () => {
      await project();
      const loaded = openLoadedRunner(subject, workspace, request, 2);
      try {
        const first = await seen('server', loaded.launcher);
        expect(await seen('server', loaded.launcher)).not.toBe(first);
        await inOneServer(async () => {}, loaded.launcher);
        expect(loaded.distrust).toBeNull();
      } finally {
        await loaded.close();
      }
    });

    test('and does not stay when a second Vitest in one process goes wrong', async () => {
      const second = `if (globalThis.before) process.env.BROKEN = '1';\nglobalThis.before = true;\n${CONFIG}`;
      const broken = LOOKS.replace(
        `test('passes', () => {`,
        `test('passes', () => { if (process.env.BROKEN) tell('broken');`,
      );
      await project({ config: second, files: { 'looks.test.mjs': broken } });
      const loaded = openLoadedRunner(subject, workspace, request, 0);
      try {
        const server = await seen('server', loaded.launcher);
        expect(loaded.distrust).toMatch(/> passes was passed in \d of \d runs .* of a runner that stays loaded$/);
        expect(await seen('server', loaded.launcher)).not.toBe(server);
      } finally {
        await loaded.close();
      }
    });
  });
});
