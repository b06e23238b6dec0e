/** What every launcher must do with a command, whatever the command does: one body, an arm per launcher. */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../src/contract/command.ts';
import type { Launcher, LaunchOptions } from '../../src/engine/launchers/launcher.ts';
import { inheritableVariables } from '../../src/engine/process/inheritable-variables.ts';
import { runTag, taggedProcesses, trialTag } from '../../src/engine/process/tags.ts';
import { startTime } from '../../src/proc/process-table.ts';
import { holdTimeBox } from '../held-time-box.ts';
import { shell } from '../unit/engine/sample-trial.ts';

const LONG_MS = 60_000;
let counted = 0;

export function launcherContract(launcher: Launcher): void {
  describe(`the ${launcher.name} launcher`, () => {
    let folder: string;
    let tag: string;
    beforeEach(() => {
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'launcher-')));
      counted += 1;
      tag = `${trialTag(counted)}_CONTRACT`;
    });
    afterEach(() => {
      const left = taggedProcesses(tag);
      rmSync(folder, { recursive: true });
      expect(left, 'processes left behind').toEqual([]);
    });

    function launch(command: Command, change: Partial<LaunchOptions> = {}) {
      return launcher.launch(command, {
        folder,
        timeBoxMs: LONG_MS,
        tags: [runTag(), tag],
        baseEnv: inheritableVariables(process.env),
        outputLimit: 10_000,
        ...change,
      });
    }

    /** Ends its time box as soon as the script has written the file $READY. */
    async function launchUntil(script: string) {
      using box = holdTimeBox();
      const ready = join(folder, 'ready');
      const running = launch(shell(script, { env: { READY: ready } }), { timeBoxMs: box.timeBoxMs });
      await box.endWhen(() => existsSync(ready));
      return running;
    }

    test('gives status, output and the files that were asked for', async () => {
      const report = join(folder, 'report');
      const run = await launch(
        shell(`echo out; echo err >&2; cat "${folder}/in" > "${report}"; exit 3`, {
          files: { in: 'wörds' },
          reads: [report, join(folder, 'absent')],
        }),
      );
      expect(run).toMatchObject({ code: 3, signal: null, timedOut: false, stdout: 'out\n', stderr: 'err\n' });
      expect(run.files).toEqual({ [report]: 'wörds' });
      expect(run.ms).toBeGreaterThan(0);
    });

    test('redirects output that is a report to its own file, complete, and captures the rest', async () => {
      const report = join(folder, 'report');
      const command = shell('yes | head -c 100000; echo last; echo err >&2', { stdoutTo: report, reads: [report] });
      const run = await launch(command);
      expect(run).toMatchObject({ code: 0, stdout: '', stderr: 'err\n' });
      expect(run.files[report]).toHaveLength(100_005);
    });

    test('passes arguments, environment and folder through without a shell', async () => {
      const run = await launch({
        argv: [
          'node',
          '-e',
          'console.log(JSON.stringify([process.argv.slice(1), process.env.A, process.env.HOME ?? null, process.cwd(), process.env.PWD]))',
          '$A *',
          "it's",
        ],
        env: { A: 'a b', HOME: null },
        cwd: folder,
        files: {},
        reads: [],
      });
      expect(JSON.parse(run.stdout)).toEqual([['$A *', "it's"], 'a b', null, folder, folder]);
    });

    test('gives a test that reads the keyboard an empty input', async () => {
      expect(await launch(shell('read line; echo "status $?"'))).toMatchObject({ code: 0, stdout: 'status 1\n' });
    });

    test('tells a signal from a status', async () => {
      expect(await launch(shell('kill -KILL $$'))).toMatchObject({ code: null, signal: 'SIGKILL', timedOut: false });
      expect(await launch(shell('kill -SEGV $$'))).toMatchObject({ code: null, signal: 'SIGSEGV' });
      expect(await launch(shell('exit 137'))).toMatchObject({ code: 137, signal: null });
    });

    test('ends a hanging command at its time limit, with the output so far', async () => {
      const run = await launchUntil('echo before; echo > "$READY"; sleep 600; echo after');
      expect(run).toMatchObject({ timedOut: true, stdout: 'before\n' });
      expect(run.ms).toBeLessThan(LONG_MS / 2);
    });

    test('lets a command clean up when its time is over', async () => {
      const run = await launchUntil(
        'trap "echo cleaned; exit 9" TERM; echo up; echo > "$READY"; while :; do sleep 0.05; done',
      );
      expect(run).toMatchObject({ timedOut: true, code: 9, stdout: 'up\ncleaned\n' });
    });

    test('kills a command that ignores the request to end', async () => {
      const run = await launchUntil('trap "" TERM; echo > "$READY"; while :; do sleep 0.05; done');
      expect(run).toMatchObject({ timedOut: true, signal: 'SIGKILL' });
    });

    test('does not wait for a leaked process that holds the output, and kills it', async () => {
      const run = await launch(shell('sleep 600 & echo leaked'));
      expect(run).toMatchObject({ code: 0, timedOut: false, stdout: 'leaked\n' });
      expect(run.ms).toBeLessThan(LONG_MS / 2);
    });

    test('kills a process that moved to its own session', async () => {
      const ready = join(folder, 'ready');
      const run = await launch(
        shell(`setsid sh -c 'echo > "${ready}"; sleep 600' & until [ -e "${ready}" ]; do sleep 0.01; done`),
      );
      expect(run).toMatchObject({ code: 0, timedOut: false });
    });

    test('kills a process that forked twice and changed its session, also if it ignores SIGTERM', async () => {
      const ready = join(folder, 'ready');
      const daemon = `setsid sh -c '( trap "" TERM HUP; echo > "${ready}"; while :; do sleep 0.05; done ) & exit 0'`;
      const run = await launch(shell(`${daemon}; until [ -e "${ready}" ]; do sleep 0.01; done; echo done`));
      expect(run).toMatchObject({ code: 0, stdout: 'done\n' });
    });

    test('kills a process that changed its session and cleared its environment', async () => {
      const ready = join(folder, 'ready');
      const stray = `env -i /bin/sh -c 'echo $$ > "${ready}.new"; mv "${ready}.new" "${ready}"; sleep 600; :'`;
      const run = await launch(
        shell(`setsid ${stray} & until [ -e "${ready}" ]; do sleep 0.01; done`, { reads: [ready] }),
      );
      const pid = Number(run.files[ready]);
      expect(pid).toBeGreaterThan(0);
      expect(existsSync(`/proc/${pid}/exe`) && startTime(pid) !== undefined).toBe(false);
    });

    test('limits a flood of output and keeps its beginning and its end', async () => {
      const run = await launch(shell('echo first; yes | head -c 3000000; echo last'));
      expect(run.stdout.length).toBeLessThan(11_000);
      expect(run.stdout).toMatch(/^first\ny\n[\s\S]*\n… \d+ bytes left out …\n[\s\S]*\nlast\n$/);
    });

    test('survives a command that never stops writing', async () => {
      const run = await launch(shell('yes'), { timeBoxMs: 500 });
      expect(run.timedOut).toBe(true);
      expect(run.stdout.length).toBeLessThan(11_000);
    });

    test('ends everything when the caller cancels, and rejects with the signal’s reason', async () => {
      const cancel = new AbortController();
      const ready = join(folder, 'ready');
      const running = launch(shell(`echo > "${ready}"; sleep 600`), { signal: cancel.signal });
      await until(() => existsSync(ready), { within: 120_000 });
      const reason = new Error('the user pressed Ctrl-C');
      cancel.abort(reason);
      await expect(running).rejects.toBe(reason);
    });

    test('starts nothing if the caller has already cancelled', async () => {
      const reason = new Error('too late');
      const marker = join(folder, 'marker');
      await expect(launch(shell(`echo > "${marker}"`), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      expect(existsSync(marker)).toBe(false);
    });

    test.each([
      ['a program that does not exist', { argv: ['no-such-program-anywhere'] as const }, 'no such program'],
      ['a file that is not executable', { argv: ['/etc/passwd'] as const }, 'not executable'],
      ['a folder that does not exist', { argv: ['true'] as const, cwd: '/no/such/folder' }, 'does not exist'],
      ['an argument that is too long', { argv: ['true', 'x'.repeat(140_000)] as const }, 'too long'],
      ['an argument with a NUL', { argv: ['true', 'a\0b'] as const }, 'NUL'],
    ])('says what is wrong with %s', async (_what, change, words) => {
      const failed = launch(shell('', change));
      await expect(failed).rejects.toMatchObject({ code: 'NOT_EXECUTABLE', message: expect.stringContaining(words) });
    });

    test('two runs in parallel do not end each other', async () => {
      const other = `${tag}_OTHER`;
      const otherFolder = mkdtempSync(join(tmpdir(), 'launcher-'));
      const ready = join(folder, 'ready');
      const long = launch(shell(`setsid sh -c 'until [ -e "${ready}" ]; do sleep 0.01; done; echo alive' & wait`));
      const short = await launch(shell('exit 0'), { tags: [runTag(), other], folder: otherFolder });
      expect(short.code).toBe(0);
      expect((await launch(shell(`echo > "${ready}"`), { tags: [runTag(), other], folder: otherFolder })).code).toBe(0);
      expect(await long).toMatchObject({ code: 0, stdout: 'alive\n' });
      rmSync(otherFolder, { recursive: true });
    });

    test('gives its processes the requested share of the time', async () => {
      // Busy all the time; what it gets of the CPU is what it was allowed to take, or less on a busy machine.
      const script = `
        const start = performance.now();
        while (performance.now() - start < 1500);
        const { user, system } = process.cpuUsage();
        console.log((user + system) / 1000 / performance.now());`;
      const command: Command = { argv: ['node', '-e', script], env: {}, cwd: '/', files: {}, reads: [] };
      const run = await launch(command, { cpuShare: 0.25 });
      expect(run.code).toBe(0);
      expect(Number(run.stdout)).toBeLessThan(0.4);
      expect(Number(run.stdout)).toBeGreaterThan(0.01);
    });

    test('a slowed command is ended at its time limit like any other', async () => {
      const run = await launch(shell('setsid sleep 600 & sleep 600'), { cpuShare: 0.1, timeBoxMs: 400 });
      expect(run.timedOut).toBe(true);
    });
  });
}
