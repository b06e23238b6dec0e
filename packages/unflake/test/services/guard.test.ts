/** Processes that a command leaves behind are killed with it, however they tried to escape; with a guard and by search alone. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inheritableVariables } from '../../src/engine/process/inheritable-variables.ts';
import { type CommandOptions, runCommand, startProgram } from '../../src/engine/process/run-command.ts';
import { startGuarded } from '../../src/engine/process/start-guarded.ts';
import { startProcess } from '../../src/engine/process/start-process.ts';
import { runTag, trialTag } from '../../src/engine/process/tags.ts';
import { parentOf, startTime } from '../../src/proc/process-table.ts';
import { holdTimeBox } from '../held-time-box.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'unflake-guard-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

const pidFile = () => join(folder, 'pid');
const pid = () => Number(readFileSync(pidFile(), 'utf8'));
const isThere = () => existsSync(pidFile()) && readFileSync(pidFile(), 'utf8').endsWith('\n');
/** Nobody may have reaped it yet. */
const lives = () => startTime(pid()) !== undefined;
const run = (script: string, options: Partial<CommandOptions> = {}) =>
  runCommand(
    { argv: ['sh', '-c', script], env: { PID_FILE: pidFile() }, cwd: folder, files: {}, reads: [] },
    {
      folder,
      timeBoxMs: 60_000,
      tags: [runTag(), trialTag(888)],
      baseEnv: inheritableVariables(process.env),
      outputLimit: 10_000,
      ...options,
    },
  );

const STAYS = 'trap "" TERM HUP INT; echo $$ > "$PID_FILE"; exec sleep 600';
const untilThere = 'until [ -s "$PID_FILE" ]; do sleep 0.01; done';
const KINDS = [
  ['has changed its session', `setsid sh -c '${STAYS}' & ${untilThere}`],
  ['was forked twice', `(setsid sh -c '(${STAYS}) & exit 0' &); ${untilThere}`],
] as const;
const CLEARED = `setsid sh -c 'echo $$ > "$PID_FILE"; exec env -i sleep 600' >/dev/null 2>&1 & ${untilThere}; exit 5`;

describe.each([
  ['with the starter', startProgram],
  ['with a guard', startGuarded],
  ['without one', startProcess],
])('%s', (_how, start) => {
  test.each(KINDS)('nothing is left of a child that ignores requests and %s', async (_kind, script) => {
    expect(await run(script, { start })).toMatchObject({ code: 0, timedOut: false });
    expect(lives()).toBe(false);
  });

  test('a child that takes a while to die, for all its memory, is waited for', async () => {
    const big = '$held = "x" x 4e8; open F, ">", $ENV{PID_FILE}; print F "$$\\n"; close F; sleep 600';
    const script = `setsid perl -e '${big}' & ${untilThere}`;
    expect(await run(script, { start })).toMatchObject({ code: 0, timedOut: false });
    expect(lives()).toBe(false);
  });

  test('nothing is left of such a child when the time box ends the command', async () => {
    using box = holdTimeBox();
    const running = run(`setsid sh -c '${STAYS}' & ${untilThere}; sleep 600`, { start, timeBoxMs: box.timeBoxMs });
    await box.endWhen(isThere);
    const ended = await running;
    expect(ended).toMatchObject({ timedOut: true, signal: 'SIGTERM' });
    expect(lives()).toBe(false);
  });

  test('a command that is cancelled while its process starts ends at once', async () => {
    const takenBack = new AbortController();
    const startsAndIsTakenBack: typeof start = async (...asked) => {
      const started = await start(...asked);
      takenBack.abort(new Error('taken back'));
      return started;
    };
    const options = { start: startsAndIsTakenBack, signal: takenBack.signal, timeBoxMs: 3_600_000 };
    await expect(run('sleep 600', options)).rejects.toThrow('taken back');
  });
});

describe.each([
  ['the starter', startProgram],
  ['a guard', startGuarded],
])('%s', (_how, start) => {
  test('ends a child that has discarded its session, its environment and its output', async () => {
    expect(await run(CLEARED, { start })).toMatchObject({ code: 5 });
    expect(lives()).toBe(false);
  });

  test('ends a process that forks and exits forever', async () => {
    const forks = 'hop() { echo $$ > "$PID_FILE"; (hop) & exit 0; }; (hop) & exit 0';
    const cleared = `setsid env -i PATH="$PATH" PID_FILE="$PID_FILE" sh -c '${forks}' >/dev/null 2>&1`;
    expect(await run(`${cleared} & ${untilThere}`, { start })).toMatchObject({ code: 0 });
  });

  test('does not look like a part of the trial', async () => {
    const look = 'tr "\\0" "\\n" < /proc/$PPID/environ; readlink /proc/$PPID/fd/1 /proc/$PPID/fd/2 /proc/$PPID/cwd';
    expect((await run(look, { start })).stdout.trim()).toMatch(/^(\/dev\/null|pipe.*|socket.*)\n\/dev\/null\n\/$/);
  });
});

test('a program whose guard is killed is killed all the same', async () => {
  const running = run(`setsid sh -c '${STAYS}' & ${untilThere}; sleep 600`, { start: startGuarded });
  await until(isThere, { within: 120_000 });
  process.kill(parentOf(parentOf(pid())!)!, 'SIGKILL');
  expect(await running).toMatchObject({ code: null, signal: 'SIGKILL' });
  expect(lives()).toBe(false);
});

test('what a test of node:test starts carries the tags, and nothing else of ours', async () => {
  const file = join(folder, 'env.test.js');
  writeFileSync(
    file,
    "console.log(Object.keys(process.env).filter((name) => name.startsWith('UNFLAKE_')).sort().join(' '));",
  );
  const child = fileURLToPath(new URL('../../probes/node-test/child.mjs', import.meta.url));
  const { stdout } = await run(`UNFLAKE_SELECTION=none "${process.execPath}" "${child}" "${file}"`);
  expect(stdout.split('\n')[0]).toBe([runTag(), trialTag(888)].join(' '));
});
