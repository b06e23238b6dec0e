/** Trials with less CPU time: which of them pause after their start, and that none is left. test/runners has the real runners. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Effect } from '../../src/contract/knob.ts';
import type { RunnerAdapter } from '../../src/contract/runner.ts';
import { cold } from '../../src/engine/launchers/cold.ts';
import type { Launcher } from '../../src/engine/launchers/launcher.ts';
import { runTag, taggedProcesses } from '../../src/engine/process/tags.ts';
import type { Subject } from '../../src/engine/subject/subject.ts';
import { runTrial, type TrialOptions } from '../../src/engine/trial/run-trial.ts';
import { openWorkspace, type TrialWorkspace } from '../../src/engine/trial-workspace.ts';
import { ids, SETTINGS, scriptRunner, shell, trialOf } from '../unit/engine/sample-trial.ts';

const SLOW: Effect = { cpuShare: 0.5 };
const FAST: Launcher = { ...cold };
const PAUSES = 'echo paused >> log; printf . >&3; read -r _ <&3; exec 3>&-';

let place: string;
let root: string;
let workspace: TrialWorkspace;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'start-unslowed-')));
  root = join(place, 'project');
  mkdirSync(root);
  workspace = openWorkspace({ env: process.env, place: join(place, 'runs') });
});
afterEach(async () => {
  const left = taggedProcesses(runTag());
  await workspace.close();
  expect(readdirSync(join(place, 'runs'))).toEqual([]);
  rmSync(place, { recursive: true });
  expect(left, 'processes left behind').toEqual([]);
});

interface Sample extends TrialOptions {
  readonly pauses?: string;
  readonly launcher?: Launcher;
  readonly change?: Partial<ReturnType<typeof trialOf>>;
  readonly waits?: RunnerAdapter['waits'] | null;
}

function run({ pauses = PAUSES, launcher = FAST, change = {}, waits = 'once', ...options }: Sample) {
  const adapter: RunnerAdapter = {
    ...scriptRunner(() => ''),
    ...(waits === null ? {} : { waits }),
    command: ({ tests, seed }, { root: cwd, folder }) =>
      shell(`if [ -n "$UNFLAKE_GATE" ]; then ${pauses}; fi; cat "$PLACE/selection"; echo ran >> log`, {
        cwd,
        env: { PLACE: folder, ...(seed === 99 ? { OTHER: 'yes' } : {}) },
        files: { selection: `${tests.map((id) => `${id} passed`).join('\n')}\n` },
      }),
  };
  const parts = { root, folder: root, adapter, program: ['sh'] as const, settings: SETTINGS, probes: '' };
  const trial = trialOf({ seed: 0, exclusive: true, conditions: { cpu: '0.5' }, ...change });
  return runTrial(trial, { ...parts, suite: ids('one', 'two') } satisfies Subject, { ...workspace, launcher }, options);
}

const log = () => {
  const path = join(root, 'log');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
};
const outcomesOf = (seen: Awaited<ReturnType<typeof runTrial>>) =>
  seen.observations.map(({ test: id, outcome }) => `${id} ${outcome}`);

test('a slowed trial pauses after its start, and then runs the selection that it is given', async () => {
  expect(outcomesOf(await run({ effect: SLOW, change: { tests: ids('two') } }))).toEqual(['two passed']);
  expect(log()).toEqual(['paused', 'ran']);
});

test.each<[string, Sample]>([
  ['at full speed', { effect: {} }],
  ['that is limited from its start', { effect: { ...SLOW, prefix: ['env'] } }],
  ['that runs as printed', { effect: SLOW, change: { mode: 'plain' } }],
  ['of a runner that cannot pause', { effect: SLOW, waits: null }],
  ['that shall start cold', { effect: SLOW, launcher: cold }],
])('a trial %s does not pause', async (_which, sample) => {
  await run(sample);
  expect(log()).not.toContain('paused');
});

test('a command that differs from the one that was prepared starts anew', async () => {
  expect(outcomesOf(await run({ effect: SLOW, change: { seed: 99 } }))).toEqual(['one passed']);
  expect(log().filter((line) => line === 'ran')).toEqual(['ran']);
});

test('a cancelled trial ends the process that is starting for it', async () => {
  const cancel = new AbortController();
  const running = run({ effect: SLOW, pauses: 'echo paused >> log; sleep 600', signal: cancel.signal });
  await until(() => log().includes('paused'), { within: 120_000 });
  cancel.abort(new Error('not wanted'));
  await expect(running).rejects.toThrow('not wanted');
});
