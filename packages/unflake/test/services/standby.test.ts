/** Processes that are started ahead: which trials use them, which do not, and that none is left. test/runners has the real runners. */
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
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunnerAdapter } from '../../src/contract/runner.ts';
import { discard, pauseProcess } from '../../src/engine/launchers/paused-process.ts';
import { openStandby, type Standby } from '../../src/engine/launchers/standby.ts';
import { runTag, taggedProcesses } from '../../src/engine/process/tags.ts';
import type { Subject } from '../../src/engine/subject/subject.ts';
import { runTrial } from '../../src/engine/trial/run-trial.ts';
import { openWorkspace, type TrialWorkspace } from '../../src/engine/trial-workspace.ts';
import { holdTimeBox } from '../held-time-box.ts';
import { ids, SETTINGS, scriptRunner, shell, trialOf } from '../unit/engine/sample-trial.ts';

/** Reports that it is paused, waits, then runs the selection. */
const AT_THE_GATE = 'echo $$ >> arrived; printf . >&3; read -r _ <&3; exec 3>&-';
/** Exits with its trial, whatever it is asked. */
const AT_THE_GATE_ONCE = AT_THE_GATE.replace('read -r _ <&3', 'head -c 1 <&3 > /dev/null');
const REPORT = 'cat "$PLACE/selection"; echo $$ >> ran';

let place: string;
let root: string;
let workspace: TrialWorkspace;
let standby: Standby;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'standby-')));
  root = join(place, 'project');
  mkdirSync(root);
  workspace = openWorkspace({ env: process.env, place: join(place, 'runs') });
});
afterEach(async () => {
  await standby.close();
  const left = taggedProcesses(runTag());
  await workspace.close();
  expect(readdirSync(join(place, 'runs'))).toEqual([]);
  rmSync(place, { recursive: true });
  expect(left, 'processes left behind').toEqual([]);
});

function runnerThat(waits: string): RunnerAdapter {
  return {
    ...scriptRunner(() => ''),
    waits: 'once',
    command: ({ tests, seed }, { root: cwd, folder }) =>
      shell(`if [ -n "$UNFLAKE_GATE" ]; then ${waits}; fi; ${REPORT}`, {
        cwd,
        env: { PLACE: folder, ...(seed === 99 ? { OTHER: 'yes' } : {}) },
        files: { selection: `${tests.map((id) => `${id} passed`).join('\n')}\n` },
      }),
  };
}

const subjectOf = (adapter: RunnerAdapter): Subject => ({
  root,
  folder: root,
  adapter,
  program: ['sh'],
  settings: SETTINGS,
  probes: '',
  suite: ids('one', 'two'),
});

async function open(waits = AT_THE_GATE, serves: 'once' | 'again' = 'once') {
  const subject = subjectOf(runnerThat(waits));
  standby = serves === 'once' ? openStandby(subject, workspace) : openStandby(subject, workspace, 1);
  standby.setReuse(serves === 'again');
  return (change = {}, options = {}) =>
    runTrial(trialOf({ seed: 0, ...change }), subject, { ...workspace, launcher: standby }, options);
}

const pidsIn = (file: string): readonly string[] =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').trim().split('\n') : [];
const outcomesOf = (run: Awaited<ReturnType<typeof runTrial>>) =>
  run.observations.map(({ test: id, outcome }) => `${id} ${outcome}`);

describe('a process that was started ahead', () => {
  test('serves the next trial, with the selection that was not known when it started', async () => {
    const run = await open();
    expect(outcomesOf(await run({ tests: ids('two') }))).toEqual(['two passed']);
    expect(outcomesOf(await run({ tests: ids('one') }))).toEqual(['one passed']);
    // The second starts as soon as the first is used, and may be paused before the first reports.
    expect(new Set(pidsIn('ran')).size).toBe(2);
    expect(pidsIn('arrived')).toEqual(expect.arrayContaining([...pidsIn('ran')]));
  });

  test('is given up if it hangs before it waits', async () => {
    await open();
    const expected = { effect: {}, conditions: {}, variables: {}, runs: 'paused' } as const;
    const hung = (await pauseProcess(subjectOf(runnerThat('sleep 600')), workspace, expected, 50))!;
    expect(await hung.gate.reached).toBe(false);
    expect(hung.gate.isOver()).toBe(false);
    await discard(hung);
    expect(hung.gate.isOver()).toBe(true);
  });

  test('is a different one for each trial', async () => {
    const run = await open();
    for (let count = 0; count < 4; count += 1) await run();
    expect(new Set(pidsIn('ran')).size).toBe(4);
  });

  test("replaces the trial's process: its folder and time limit are those of any other", async () => {
    using box = holdTimeBox();
    const hangs = 'echo here >&2; touch hanging; sleep 600';
    const run = await open(`${AT_THE_GATE}; [ -d "$HOME" ] && [ -d "$TMPDIR" ] || exit 5; ${hangs}`);
    const running = run({ timeBoxMs: box.timeBoxMs });
    await box.endWhen(() => existsSync(join(root, 'hanging')));
    const ended = await running;
    expect(ended.ending.timedOut).toBe(true);
    expect(ended.output.stderr).toBe('here\n');
  });

  test('does not serve a trial with a condition, and waits for the next one', async () => {
    const run = await open();
    await until(() => pidsIn('arrived').length === 3, { within: 120_000 });
    const [waiting] = pidsIn('arrived');
    expect(outcomesOf(await run({}, { effect: { env: { TZ: 'UTC' } } }))).toEqual(['one passed']);
    expect(pidsIn('ran')).not.toContain(waiting);
    await run();
    expect(pidsIn('ran').at(-1)).toBe(waiting);
  });

  test('is one of three that wait, used in the order in which they became ready', async () => {
    const run = await open();
    await until(() => pidsIn('arrived').length === 3, { within: 120_000 });
    const waiting = pidsIn('arrived');
    for (let count = 0; count < 3; count += 1) await run();
    expect(pidsIn('ran')).toEqual(waiting);
    await until(() => pidsIn('arrived').length === 6, { within: 120_000 });
  });

  test('starts when the one before it is paused, not in parallel', async () => {
    const run = await open(`touch "up-$$"; ls | grep -c '^up-' >> together; sleep 0.05; rm "up-$$"; ${AT_THE_GATE}`);
    for (let count = 0; count < 6; count += 1) await run();
    await until(() => pidsIn('arrived').length === 9, { within: 120_000 });
    expect(new Set(pidsIn('together'))).toEqual(new Set(['1']));
  });

  test('does not start during a trial that measures time', async () => {
    const run = await open();
    await run({ exclusive: true });
    // They were paused before that trial started, and no other was.
    expect(pidsIn('arrived')).toHaveLength(3);
    expect(pidsIn('ran')).toHaveLength(1);
    expect(pidsIn('arrived')).not.toContain(pidsIn('ran')[0]);
  });

  test('is not used for a different command', async () => {
    const run = await open();
    expect(outcomesOf(await run({ seed: 99 }))).toEqual(['one passed']);
    expect(pidsIn('ran')).not.toEqual(pidsIn('arrived').slice(0, 1));
  });

  test('that exits before it is paused costs the trial only a normal start', async () => {
    const run = await open('exit 7');
    expect(outcomesOf(await run())).toEqual(['one passed']);
    expect(outcomesOf(await run())).toEqual(['one passed']);
  });

  test('is ended with the trial when the caller cancels', async () => {
    const run = await open(`${AT_THE_GATE}; touch running; sleep 600`);
    const cancel = new AbortController();
    const running = run({}, { signal: cancel.signal });
    await until(() => existsSync(join(root, 'running')), { within: 120_000 });
    const reason = new Error('enough');
    cancel.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
});

describe('a process that is reused', () => {
  /** Runs `during` in each trial and returns 3 as the exit code, as long as it is reused; `before` at its start. */
  const willReturn = (during = ':', before = ':') =>
    `echo $$ >> arrived; ${before}; printf . >&3; while word=$(head -c 1 <&3); [ -n "$word" ]; do ${during}; ${REPORT}; ` +
    `[ "$word" = r ] || exit 3; printf '\\003' >&3; done; exit`;

  test('serves one trial after the other, each with its own selection, output and exit code', async () => {
    const run = await open(willReturn('echo "said in $(wc -l < arrived)" >&2'), 'again');
    for (const name of ['two', 'one', 'two']) {
      const { ending, output, ...seen } = await run({ tests: ids(name) });
      expect(outcomesOf({ ending, output, ...seen })).toEqual([`${name} passed`]);
      expect([ending.code, output.stderr]).toEqual([3, 'said in 1\n']);
    }
    expect(pidsIn('arrived')).toHaveLength(1);
    expect(pidsIn('ran')).toEqual([0, 1, 2].map(() => pidsIn('arrived')[0]));
  });

  test('finds its folder empty', async () => {
    const left = 'ls -A "$TMPDIR" "$HOME" "$PLACE" >&2; touch "$TMPDIR/left" "$HOME/left" "$PLACE/left"';
    const run = await open(willReturn(left), 'again');
    const first = await run();
    expect(first.output.stderr).toContain('selection');
    expect(first.output.stderr).not.toContain('left');
    expect((await run()).output.stderr).toBe(first.output.stderr);
  });

  test('keeps its own helper; what a trial leaves behind is killed', async () => {
    const stray = `sh -c 'sleep 600 & echo $! > stray'`;
    const run = await open(willReturn(stray, 'sleep 600 & echo $! > helper'), 'again');
    await run();
    const runs = (file: string) => taggedProcesses(runTag()).includes(Number(pidsIn(file)[0]));
    expect([runs('helper'), runs('stray')]).toEqual([true, false]);
    await run();
    expect(pidsIn('arrived')).toHaveLength(1);
  });

  test('keeps waiting while a different command runs', async () => {
    const run = await open(willReturn(), 'again');
    for (const seed of [0, 99, 0]) expect(outcomesOf(await run({ seed }))).toEqual(['one passed']);
    const [waits] = pidsIn('arrived');
    expect(pidsIn('ran')).toEqual([waits, expect.not.stringMatching(`^${waits}$`), waits]);
    expect(pidsIn('arrived')).toHaveLength(1);
  });

  test('is killed at the time limit, and another serves the next trial', async () => {
    using box = holdTimeBox();
    const run = await open(willReturn('[ -e quick ] || { touch hanging; sleep 600; }'), 'again');
    const running = run({ timeBoxMs: box.timeBoxMs });
    await box.endWhen(() => existsSync(join(root, 'hanging')));
    expect((await running).ending.timedOut).toBe(true);
    expect(pidsIn('ran')).toEqual([]);
    writeFileSync(join(root, 'quick'), '');
    expect(outcomesOf(await run())).toEqual(['one passed']);
    expect(pidsIn('ran')).toEqual(pidsIn('arrived').slice(1));
  });

  test('is replaced if it exited while it was paused', async () => {
    const run = await open(willReturn(), 'again');
    await run();
    const [gone] = pidsIn('arrived');
    process.kill(Number(gone), 'SIGKILL');
    await until(() => !existsSync(`/proc/${gone}`), { within: 120_000 });
    expect(outcomesOf(await run())).toEqual(['one passed']);
    expect(pidsIn('ran')[1]).not.toBe(gone);
  });

  test('is one for each of the trials that run in parallel', async () => {
    const run = await open(willReturn('sleep 0.05'), 'again');
    for (let round = 0; round < 2; round += 1) await Promise.all([run(), run(), run()]);
    expect(pidsIn('ran')).toHaveLength(6);
    expect(pidsIn('arrived')).toHaveLength(3);
  });

  test('that is not reused has its successors started ahead, like any other', async () => {
    const run = await open(AT_THE_GATE_ONCE, 'again');
    for (let count = 0; count < 3; count += 1) await run();
    expect(new Set(pidsIn('ran')).size).toBe(3);
    expect(pidsIn('arrived')).toEqual(expect.arrayContaining([...pidsIn('ran')]));
  });

  test('is replaced after fifty trials', async () => {
    const run = await open(willReturn(), 'again');
    for (let count = 0; count < 51; count += 1) await run();
    const [first, second, ...more] = pidsIn('arrived');
    expect(pidsIn('ran')).toEqual([...Array<string>(50).fill(first!), second]);
    expect(more).toEqual([]);
  });
});

test('closing ends what is still starting, and starts no other', async () => {
  await open('echo $$ >> begun; sleep 600');
  await until(() => pidsIn('begun').length === 1, { within: 120_000 });
  await standby.close();
  expect(pidsIn('begun')).toHaveLength(1);
});
