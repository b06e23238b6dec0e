/** When a long diagnosis changes over to built programs, and when it does not. The runner is a shell script. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BuiltProgram } from '../../../../src/contract/runner.ts';
import { testId } from '../../../../src/contract/test-id.ts';
import type { Trial } from '../../../../src/contract/trial.ts';
import { type BuiltLater, openBuiltLater } from '../../../../src/engine/launchers/built-later.ts';
import { runTrial } from '../../../../src/engine/trial/run-trial.ts';
import {
  openWorkspace,
  type TrialWorkspace,
  type TrialWorkspaceOptions,
} from '../../../../src/engine/trial-workspace.ts';
import { SETTINGS, scriptRunner, shell, trialOf } from '../sample-trial.ts';

const PAYS_AFTER = 2;
const ONE = testId('one');
const LACKS = { what: 'an archive', why: 'there is none' };

let place: string;
let workspace: TrialWorkspace;
let later: BuiltLater;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'built-later-')));
});
afterEach(async () => {
  await later.close();
  await workspace.close();
  rmSync(place, { recursive: true });
});

/** A runner whose built program says `outcome`, and how often it was built. */
function open(outcome: string, programs = 1, options: Pick<TrialWorkspaceOptions, 'subjectFiles'> = {}) {
  let builds = 0;
  const root = join(place, 'project');
  mkdirSync(root, { recursive: true });
  const program: BuiltProgram = { file: 'one', path: '/bin/sh', cwd: place, env: {} };
  const adapter = {
    ...scriptRunner(() => 'echo one passed'),
    compiled: {
      paysAfter: PAYS_AFTER,
      build: () => shell('exit 0'),
      parseBuild: () => {
        builds += 1;
        return Array.from({ length: programs }, () => program);
      },
      command: () => shell(`echo one ${outcome}`),
      called: 'starting the program',
      lacks: () => LACKS,
    },
  };
  workspace = openWorkspace({ env: process.env, place: join(place, 'runs'), ...options });
  const subject = {
    root,
    folder: root,
    adapter,
    program: ['sh'],
    settings: SETTINGS,
    probes: '',
    suite: [ONE],
  } as const;
  later = openBuiltLater(subject, workspace, { target: ONE, timeBoxMs: 10_000 }, PAYS_AFTER);
  const run = async (change: Partial<Trial> = {}) => {
    const { command } = await runTrial(trialOf(change), subject, { ...workspace, launcher: later.launcher });
    return command.argv.at(-1);
  };
  return { run, builds: () => builds };
}

const COLD = 'echo one passed';
const FAST = 'echo one passed ';

test('the first trials start cold, the others by the built program, and it is built once', async () => {
  const { run, builds } = open('passed ');
  expect(later.launcher.name).toBe('cold');
  const commands = [await run(), await run(), await run(), await run()];
  expect(commands).toEqual([COLD, COLD, FAST, FAST]);
  expect(later.launcher).toMatchObject({ name: 'recorded command', keeps: 'built-programs' });
  expect([later.distrust, later.lacks, builds()]).toEqual([null, LACKS, 1]);
});

test('trials that measure time and plain commands neither count nor change over', async () => {
  const { run } = open('passed ');
  for (let count = 0; count <= PAYS_AFTER; count += 1) await run({ exclusive: true });
  await run({ mode: 'plain' });
  expect(later.launcher.name).toBe('cold');
  for (let count = 0; count <= PAYS_AFTER; count += 1) await run();
  expect(later.launcher.name).toBe('recorded command');
  expect([await run({ exclusive: true }), await run()]).toEqual([COLD, FAST]);
});

test('a program that disagrees is not used, and the reason is told', async () => {
  const { run } = open('failed');
  for (let count = 0; count <= PAYS_AFTER; count += 1) expect(await run()).toBe(COLD);
  expect(later.launcher.name).toBe('cold');
  expect(later.distrust).toMatch(/^one was passed in 9 of 9 runs .* failed in 9 of 9 runs of the recorded command$/);
});

test('without a program every trial starts cold, and so does every trial with a copy of the project', async () => {
  const { run } = open('passed', 0);
  for (let count = 0; count <= PAYS_AFTER; count += 1) expect(await run()).toBe(COLD);
  expect(later.distrust).toMatch(/^no test program could be built/);
  await later.close();
  await workspace.close();
  const copies = open('passed', 1, { subjectFiles: 'copy' });
  for (let count = 0; count <= PAYS_AFTER; count += 1) expect(await copies.run()).toBe(COLD);
  expect([later.distrust, copies.builds()]).toEqual(['each trial has its own copy of the project', 0]);
});
