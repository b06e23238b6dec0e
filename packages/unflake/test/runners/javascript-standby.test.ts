/** Jest and Vitest started ahead: the tests must not notice. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { testId } from '../../src/contract/test-id.ts';
import { cold } from '../../src/engine/launchers/cold.ts';
import type { Launcher } from '../../src/engine/launchers/launcher.ts';
import { openStandby } from '../../src/engine/launchers/standby.ts';
import type { Subject } from '../../src/engine/subject/subject.ts';
import { runTrial } from '../../src/engine/trial/run-trial.ts';
import { openWorkspace, type TrialWorkspace } from '../../src/engine/trial-workspace.ts';
import { jest } from '../../src/runners/jest.ts';
import { vitest } from '../../src/runners/vitest.ts';
import { SETTINGS, trialOf } from '../unit/engine/sample-trial.ts';
import { writeFiles } from './small-project.ts';

const PROBES = fileURLToPath(new URL('../../probes', import.meta.url));

/** What a test could see of how it was started; the run tells it by the message of a failure. */
const SHOP = `
let promo = 0;
test('pollutes', () => { promo = 1; });
test('victim', () => { if (promo !== 0) throw new Error('polluted'); });
test('look', () => {
  const { env, argv, execArgv } = process;
  const variables = Object.keys(env).filter((name) => !name.startsWith('UNFLAKE_TAG_')).sort();
  throw new Error(JSON.stringify({ variables, argv, execArgv, mode: env.NODE_ENV }));
});
test('rolls', () => { throw new Error(String(Math.random())); });
`;

const ARMS = [
  { adapter: jest, version: '30.5.2', script: 'jest/bin/jest.js', drive: 'jest/drive.cjs', files: {} },
  {
    adapter: vitest,
    version: '4.1.11',
    script: 'vitest/vitest.mjs',
    drive: 'vitest/drive.mjs',
    files: { 'vitest.config.mjs': 'export default { test: { globals: true } };' },
  },
] as const;

describe.each(ARMS)('$adapter.name that was started ahead', ({ adapter, version, script, drive, files }) => {
  let home: string;
  let root: string;
  let workspace: TrialWorkspace;
  let subject: Subject;
  beforeAll(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'standby-')));
    root = join(home, 'project');
    workspace = openWorkspace({ env: process.env });
    await writeFiles(root, { 'package.json': '{ "private": true }', 'shop.test.js': SHOP, ...files });
    symlinkSync(join(await npmTools({ [adapter.name]: version }), 'node_modules'), join(root, 'node_modules'));
    const suite = ['pollutes', 'victim', 'look', 'rolls'].map((title) => testId(`shop.test.js > ${title}`));
    const program = [process.execPath, join(root, 'node_modules', script)] as const;
    const cache = join(home, 'cache');
    subject = { root, folder: root, adapter, program, settings: SETTINGS, probes: PROBES, suite, cache };
  });
  afterAll(async () => {
    await workspace.close();
    rmSync(home, { recursive: true });
  });

  async function seen(launcher: Launcher, titles: readonly string[]): Promise<readonly string[]> {
    const tests = titles.map((title) => testId(`shop.test.js > ${title}`));
    const run = await runTrial(trialOf({ tests, watch: tests, seed: 0 }), subject, { ...workspace, launcher });
    expect(run.problems).toEqual([]);
    return run.observations.map(({ outcome, message }) => `${outcome} ${message ?? ''}`.trim());
  }

  test('runs the selection when it is released, in that order, and gives the tests their usual environment', async () => {
    const standby = openStandby(subject, workspace);
    try {
      const usual = await seen(cold, ['look']);
      expect(usual[0]).toContain('variables');
      expect(await seen(standby, ['look'])).toEqual(usual);
      expect(await seen(standby, ['pollutes', 'victim'])).toEqual(['passed', expect.stringContaining('polluted')]);
      const [first, second, ...none] = await seen(standby, ['rolls', 'victim']);
      expect([second, none]).toEqual(['passed', []]);
      expect(await seen(standby, ['rolls'])).not.toEqual([first]);
    } finally {
      await standby.close();
    }
  });

  test('exits by itself when no process is left to release it', async () => {
    const child = spawn(process.execPath, [join(PROBES, drive), subject.program[1]!, '--'], {
      cwd: root,
      env: { PATH: process.env.PATH, UNFLAKE_GATE: '3' },
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    });
    const gate = child.stdio[3] as Socket;
    await once(gate, 'data');
    gate.destroy();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
