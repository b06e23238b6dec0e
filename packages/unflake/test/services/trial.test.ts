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
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunnerAdapter } from '../../src/contract/runner.ts';
import { findAndList } from '../../src/engine/subject/find-and-list.ts';
import { findProgram } from '../../src/engine/subject/find-program.ts';
import { listTests } from '../../src/engine/subject/list-tests.ts';
import type { Subject } from '../../src/engine/subject/subject.ts';
import { runTrial } from '../../src/engine/trial/run-trial.ts';
import { openWorkspace, type TrialWorkspace } from '../../src/engine/trial-workspace.ts';
import type { CpuTimes } from '../../src/proc/cpu-times.ts';
import { parseStream } from '../../src/reports/stream.ts';
import { probeSelection, streamPath } from '../../src/runners/probe-files.ts';
import { holdTimeBox } from '../held-time-box.ts';
import { ids, NO_OUTCOMES, SETTINGS, scriptRunner, shell, trialOf } from '../unit/engine/sample-trial.ts';

let place: string;
let root: string;
let workspace: TrialWorkspace;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'trial-')));
  root = join(place, 'project');
  mkdirSync(root);
  workspace = openWorkspace({ env: process.env, place: join(place, 'runs') });
});
afterEach(async () => {
  await workspace.close();
  expect(readdirSync(join(place, 'runs'))).toEqual([]);
  rmSync(place, { recursive: true });
});

const subjectOf = (adapter: RunnerAdapter, change: Partial<Subject> = {}): Subject => ({
  root,
  folder: root,
  adapter,
  program: ['sh'],
  settings: SETTINGS,
  probes: '',
  suite: ids('one', 'two'),
  ...change,
});
const script = (text: string) => subjectOf(scriptRunner(() => text));
const both = trialOf({ tests: ids('one', 'two'), watch: ids('one', 'two') });
const outcomes = async (text: string, change = {}) =>
  (await runTrial({ ...both, ...change }, script(text), workspace)).observations.map(({ outcome }) => outcome);

describe('the share of CPU time that the host took', () => {
  /** Readings of the kernel's counters, one after the other. */
  const during = async (readings: readonly (CpuTimes | undefined)[]) => {
    const left = [...readings];
    const own = { ...workspace, cpuTimes: () => left.shift() };
    const run = await runTrial(both, script('echo one passed; echo two passed'), own);
    expect(left).toEqual([]);
    return run.stolen;
  };

  test('is kept with the result, for the time between the start and the end of its process', async () => {
    expect(
      await during([
        { given: 100, stolen: 10 },
        { given: 130, stolen: 30 },
      ]),
    ).toBe(0.4);
  });

  test('is left out where it took nothing, and where the kernel does not say', async () => {
    const same = { given: 100, stolen: 10 };
    expect(await during([same, { ...same, given: 130 }])).toBeUndefined();
    expect(await during([undefined, undefined])).toBeUndefined();
  });
});

describe('a trial', () => {
  test('returns the outcomes, the ending, the command and the output', async () => {
    const run = await runTrial(both, script('echo one passed; echo two failed; echo oops >&2; exit 1'), workspace);
    expect(run).toMatchObject({
      trial: both,
      tally: { ...NO_OUTCOMES, passed: 1, failed: 1 },
      ending: { code: 1, signal: null, timedOut: false },
      problems: ['oops'],
      command: { argv: ['sh', '-c', expect.stringContaining('echo one')], cwd: root },
      output: { stdout: 'one passed\ntwo failed\n', stderr: 'oops\n' },
    });
  });

  test.each([
    ['exits with 0 half-way', 'echo one passed; exit 0'],
    ['is killed like one that ran out of memory', 'echo one passed; kill -KILL $$'],
    ['dies of a segmentation fault', 'echo one passed; kill -SEGV $$'],
    ['writes half a line', 'echo one passed; printf tw'],
  ])('that %s has an outcome, and what it did not report is missing', async (_what, text) => {
    const seen = await outcomes(text);
    expect(seen[0]).toBe('passed');
    expect(seen).toContain('missing');
  });

  test('that hangs has an outcome', async () => {
    using box = holdTimeBox();
    const hanging = join(root, 'hanging');
    const text = `echo one passed; echo > "${hanging}"; sleep 600`;
    const running = runTrial({ ...both, timeBoxMs: box.timeBoxMs }, script(text), workspace);
    await box.endWhen(() => existsSync(hanging));
    const run = await running;
    expect(run.ending.timedOut).toBe(true);
    expect(run.observations.map(({ outcome }) => outcome)).toEqual(['passed', 'missing']);
  });

  test('in which a test hangs is ended long before its time limit, and later tests are missing', async () => {
    const hang = { target: both.tests[1]!, targetMs: 500, othersMs: 60_000 };
    const line = (event: object) => `echo '${JSON.stringify(event)}' >> "$UNFLAKE_STREAM"`;
    const start = (id: string) => line({ ev: 'start', id, run: 0 });
    const text = [
      start('one'),
      line({ ev: 'end', id: 'one', run: 0, outcome: 'passed', ms: 1 }),
      start('two'),
      'sleep 600',
    ];
    const quiet = script('');
    const adapter: RunnerAdapter = {
      ...quiet.adapter,
      command: (request, context) => ({ ...shell(text.join('\n')), ...probeSelection(request, context) }),
      parse: (run, _request, context) => parseStream(run, streamPath(context), context.root),
    };
    const three = trialOf({ tests: ids('one', 'two', 'three'), watch: 'all', hang, timeBoxMs: 600_000 });
    const run = await runTrial(three, { ...quiet, adapter }, workspace);
    expect(run.observations.map(({ outcome }) => outcome)).toEqual(['passed', 'timed-out', 'missing']);
    expect(run.ending.timedOut).toBe(true);
  });

  test('has a private HOME and TMPDIR, empty again for the next trial', async () => {
    const text = 'ls -A "$HOME" "$TMPDIR" | grep -q left || echo one passed; touch "$HOME/left" "$TMPDIR/left"';
    expect((await outcomes(text))[0]).toBe('passed');
    expect((await outcomes(text))[0]).toBe('passed');
    // unflake-allow home-or-cwd: where a trial must not have written
    expect(existsSync(join(process.env.HOME ?? '/', 'left'))).toBe(false);
  });

  test('sees the effects of its conditions, over the config file’s variables', async () => {
    await workspace.close();
    workspace = openWorkspace({
      env: { ...process.env, GONE: 'x' },
      extraEnv: { TZ: 'UTC', B: 'b' },
      place: join(place, 'runs'),
    });
    const subject = script('echo "$TZ|$B|$(printenv GONE || echo unset)" >&2');
    const { problems } = await runTrial(both, subject, workspace, {
      effect: { env: { TZ: 'Asia/Kathmandu', GONE: null } },
    });
    expect(problems).toEqual(['Asia/Kathmandu|b|unset']);
  });

  test('in which retries could not be turned off is refused with the reason', async () => {
    const { adapter, ...subject } = script('');
    const retried = ['pytest-rerunfailures is required by addopts'];
    const retrying = { ...adapter, parse: () => ({ observations: [], problems: [], retried }) };
    const refused = runTrial(both, { ...subject, adapter: retrying }, workspace);
    await expect(refused).rejects.toMatchObject({
      code: 'RETRIES_NOT_OFF',
      message: 'script retries failed tests: pytest-rerunfailures is required by addopts',
    });
  });

  test('in plain mode is judged by the plain command alone', async () => {
    const plain = trialOf({ tests: ids('one'), mode: 'plain' });
    expect((await runTrial(plain, script('exit 1'), workspace)).observations[0]?.outcome).toBe('failed');
    expect((await runTrial(plain, script('exit 0'), workspace)).observations[0]?.outcome).toBe('passed');
    const three = trialOf({ tests: ids('one', 'two', 'three'), mode: 'plain' });
    const none = await runTrial(three, script('exit 0'), workspace);
    expect(none.observations[0]?.outcome).toBe('missing');
    expect(none.problems).toEqual(['script has no plain command for this selection']);
  });

  test('in plain mode has the outcome of the only watched test, though another fails', async () => {
    const plain = trialOf({ tests: ids('one', 'two'), watch: ids('two'), mode: 'plain' });
    const text = 'echo one failed; echo two passed; exit 1';
    expect((await runTrial(plain, script(text), workspace)).observations).toMatchObject([{ outcome: 'passed' }]);
    const both = await runTrial({ ...plain, watch: 'all' }, script(text), workspace);
    expect(both.observations.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  });

  test('may write where it runs, and with a copy of its own the working tree stays as it is', async () => {
    writeFileSync(join(root, 'state'), 'old');
    await workspace.close();
    workspace = openWorkspace({ env: process.env, subjectFiles: 'copy', place: join(place, 'runs') });
    const text = '[ "$(cat state)" = old ] && echo one passed; echo new > state; touch litter';
    for (const _ of [1, 2]) expect((await outcomes(text))[0]).toBe('passed');
    expect(readdirSync(root)).toEqual(['state']);
    expect(readFileSync(join(root, 'state'), 'utf8')).toBe('old');
  });
});

describe('listing', () => {
  test('gives the tests in the runner’s order and the problems beside them', async () => {
    const adapter: RunnerAdapter = {
      ...scriptRunner(() => ''),
      list: ({ root: folder }) => shell('echo b; echo a; echo broken.py >&2', { cwd: folder }),
    };
    expect(await listTests(subjectOf(adapter), workspace)).toEqual({ tests: ['b', 'a'], problems: ['broken.py'] });
  });

  test('that collects nothing is a fault with the runner’s output', async () => {
    const adapter: RunnerAdapter = {
      ...scriptRunner(() => ''),
      list: ({ root: folder }) => shell('echo "SyntaxError in a.py" >&2; exit 2', { cwd: folder }),
    };
    await expect(listTests(subjectOf(adapter), workspace)).rejects.toMatchObject({
      code: 'SUITE_DOES_NOT_COLLECT',
      message: expect.stringContaining('ended with status 2:\nSyntaxError in a.py'),
    });
  });
});

describe('finding the program', () => {
  const find = (program: RunnerAdapter['program'], folder = root) =>
    findProgram({ name: 'tool', program }, folder, workspace);

  test('takes the script of the nearest node_modules, started with node', async () => {
    const inner = join(root, 'packages', 'a');
    const tool = join(root, 'node_modules', 'tool');
    for (const folder of [inner, join(tool, 'bin')]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(tool, 'package.json'), JSON.stringify({ bin: { tool: './bin/tool.js' } }));
    writeFileSync(join(tool, 'bin', 'tool.js'), 'process.exit(process.argv[2] === "--version" ? 0 : 1)');
    const program = { npm: { package: 'tool', bin: 'tool' }, check: ['--version'], install: 'npm install tool' };
    expect(await find(program, inner)).toEqual([process.execPath, join(tool, 'bin', 'tool.js')]);
  });

  test('takes the project’s own interpreter before the one on PATH, but only if its check succeeds', async () => {
    const own = join(root, '.venv', 'bin', 'sh');
    mkdirSync(join(root, '.venv', 'bin'), { recursive: true });
    writeFileSync(own, '#!/bin/sh\nexec /bin/sh "$@"\n', { mode: 0o755 });
    const program = { interpreters: ['.venv/bin/sh', 'sh'], check: ['-c', 'exit 0'], install: 'x' };
    expect(await find(program)).toEqual([own]);
    writeFileSync(own, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    expect((await find(program))[0]).not.toBe(own);
  });

  test('says how to install what is missing, with the output of what was tried', async () => {
    const program = {
      interpreters: ['sh'],
      check: ['-c', 'echo no module named pytest >&2; exit 1'],
      install: 'pip install pytest',
    };
    await expect(find(program)).rejects.toMatchObject({
      code: 'RUNNER_NOT_INSTALLED',
      message: expect.stringContaining('install it with: pip install pytest'),
      details: { output: expect.stringContaining('no module named pytest') },
    });
    const absent = { npm: { package: 'no-such-tool', bin: 'x' }, check: [], install: 'npm i x' };
    await expect(find(absent)).rejects.toMatchObject({ code: 'RUNNER_NOT_INSTALLED', details: { tried: [] } });
  });
});

describe('finding the program by its listing', () => {
  /** Each start of an interpreter leaves a line; `lists` and `answers` are what `.venv/bin/tool` does. */
  function open({ lists, answers }: { lists: boolean; answers: boolean }) {
    const own = join(root, '.venv', 'bin', 'tool');
    const other = join(place, 'bin', 'tool');
    const text = (name: string, list: boolean, check: boolean) =>
      `#!/bin/sh\necho ${name} $1 >> "${place}/starts"\n[ "$1" = --version ] && exit ${check ? 0 : 1}\n${list ? 'echo one' : 'exit 1'}\n`;
    for (const folder of [join(root, '.venv', 'bin'), join(place, 'bin')]) mkdirSync(folder, { recursive: true });
    writeFileSync(own, text('own', lists, answers), { mode: 0o755 });
    writeFileSync(other, text('other', true, true), { mode: 0o755 });
    const adapter: RunnerAdapter = {
      ...scriptRunner(() => ''),
      program: { interpreters: ['.venv/bin/tool', other], check: ['--version'], install: 'x' },
      list: ({ root: cwd, program }) => ({ ...shell('', { cwd }), argv: [...program, 'list'] }),
    };
    const { program: _none, ...bare } = subjectOf(adapter);
    return findAndList(bare, workspace);
  }
  const starts = () => readFileSync(join(place, 'starts'), 'utf8').trim().split('\n');

  test('costs one start if the likeliest lists', async () => {
    const { program, listing } = await open({ lists: true, answers: true });
    expect([program, listing.tests]).toEqual([[join(root, '.venv', 'bin', 'tool')], ['one']]);
    expect(starts()).toEqual(['own list']);
  });

  test('continues to the next when the likeliest neither lists nor answers', async () => {
    expect((await open({ lists: false, answers: false })).program).toEqual([join(place, 'bin', 'tool')]);
    expect(starts()).toEqual(['own list', 'own --version', 'other --version', 'other list']);
  });

  test('blames the suite if the program runs but lists nothing', async () => {
    await expect(open({ lists: false, answers: true })).rejects.toMatchObject({ code: 'SUITE_DOES_NOT_COLLECT' });
    expect(starts()).toEqual(['own list', 'own --version']);
  });
});
