/** Servers whose forks run trials: when they start, and that none is left. test/runners has the real runners. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunnerAdapter } from '../../src/contract/runner.ts';
import { type ForkServers, openForkServers } from '../../src/engine/launchers/fork-servers.ts';
import { runTag, taggedProcesses } from '../../src/engine/process/tags.ts';
import type { Subject } from '../../src/engine/subject/subject.ts';
import { runTrial } from '../../src/engine/trial/run-trial.ts';
import { openWorkspace, type TrialWorkspace } from '../../src/engine/trial-workspace.ts';
import { ids, SETTINGS, scriptRunner, shell, trialOf } from '../unit/engine/sample-trial.ts';

const WITHIN = { within: 120_000 };
const SEEDS = ['a', 'b', 'c'];
const SERVE = (start: string) =>
  `${start}; echo "$SEED" >> ready; printf . >&3; while word=$(head -c 1 <&3); [ -n "$word" ]; do cat "$PLACE/selection"; ` +
  `echo "$SEED" >> ran; printf '\\000\\000' >&3; done; exit`;

let place: string;
let root: string;
let workspace: TrialWorkspace;
let servers: ForkServers;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'fork-servers-')));
  root = join(place, 'project');
  mkdirSync(root);
  workspace = openWorkspace({ env: process.env, place: join(place, 'runs') });
});
afterEach(async () => {
  await servers.close();
  const left = taggedProcesses(runTag());
  await workspace.close();
  expect(readdirSync(join(place, 'runs'))).toEqual([]);
  rmSync(place, { recursive: true });
  expect(left, 'processes left behind').toEqual([]);
});

function open({ start = 'echo "$SEED" >> begun', ahead = true } = {}) {
  const adapter: RunnerAdapter = {
    ...scriptRunner(() => ''),
    waits: 'forks',
    command: ({ tests }, { root: cwd, folder }) =>
      shell(`if [ -n "$UNFLAKE_GATE" ]; then ${SERVE(start)}; fi; cat "$PLACE/selection"; echo cold >> ran`, {
        cwd,
        env: { PLACE: folder, UNFLAKE_IMPORTS: join(root, 'learned') },
        files: { selection: `${tests.map((id) => `${id} passed`).join('\n')}\n` },
      }),
  };
  const parts = { root, folder: root, adapter, settings: SETTINGS, probes: '', suite: ids('one', 'two') };
  const subject: Subject = { ...parts, program: ['sh'] };
  servers = openForkServers(subject, workspace, {
    variables: ({ seed }) => ({ SEED: SEEDS[seed]! }),
    conditionPaysAfter: 0,
    ...(ahead ? { upcoming: () => SEEDS.map((SEED) => ({ SEED })) } : {}),
  });
  return async (seed: number, change = {}) => {
    const run = await runTrial(trialOf({ seed, ...change }), subject, { ...workspace, launcher: servers });
    expect(run.observations.map(({ outcome }) => outcome)).toEqual(['passed']);
  };
}

const wordsIn = (file: string): readonly string[] =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').trim().split('\n') : [];

test('a server starts for each seed while trials run, before a trial has asked for it', async () => {
  const run = open();
  await run(0);
  await until(() => wordsIn('ready').length === 2, WITHIN);
  // One starts at a time: a trial that comes before the second one is put aside starts no third.
  await until(async () => {
    await run(0);
    return wordsIn('ready').length === 3;
  }, WITHIN);
  for (const seed of [2, 1, 0]) await run(seed);
  expect(wordsIn('ready').toSorted()).toEqual(SEEDS);
  const ran = wordsIn('ran');
  expect(ran.slice(-3)).toEqual(['c', 'b', 'a']);
  expect(new Set(ran.slice(0, -3))).toEqual(new Set(['a']));
});

test('the first starts before any trial if that is asked for, and a trial that comes meanwhile waits for it', async () => {
  const run = open();
  servers.startAhead();
  await run(0);
  expect(wordsIn('begun').filter((seed) => seed === 'a')).toEqual(['a']);
});

test('where no core is free, a server starts when its trial comes', async () => {
  const run = open({ ahead: false });
  servers.startAhead();
  await run(1);
  await run(1);
  expect(wordsIn('begun')).toEqual(['b']);
});

test('a trial that measures time waits until no server is starting', async () => {
  const run = open();
  await run(0);
  await run(0, { exclusive: true });
  expect(wordsIn('ready')).toEqual(wordsIn('begun'));
  expect(wordsIn('ran')).toEqual(['a', 'cold']);
});

test('a server is replaced when much more is known of what to load ahead than when it started', async () => {
  const run = open({ ahead: false });
  writeFileSync(join(root, 'learned'), 'x'.repeat(100));
  await run(0);
  writeFileSync(join(root, 'learned'), 'x'.repeat(120));
  await run(0);
  expect(wordsIn('begun')).toEqual(['a']);
  writeFileSync(join(root, 'learned'), 'x'.repeat(200));
  await run(0);
  await run(0);
  expect(wordsIn('begun')).toEqual(['a', 'a']);
  expect(wordsIn('ran')).toEqual(['a', 'a', 'a', 'a']);
});

test('closing ends a server that is still starting', async () => {
  open({ start: 'echo "$SEED" >> begun; sleep 600' });
  servers.startAhead();
  await until(() => wordsIn('begun').length === 1, WITHIN);
  await servers.close();
  expect(wordsIn('ready')).toEqual([]);
});
