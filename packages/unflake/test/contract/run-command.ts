/** Starts an adapter's command for the contract of runners: own process group, ended as a group. The engine's supervision is tested elsewhere. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command, RawRun } from '../../src/contract/command.ts';

export interface RunOptions {
  /** The trial's private folder. */
  readonly folder: string;
  /** Ends the group, as a time box would, as soon as one of the command's `reads` makes this true. */
  readonly timeIsUp?: (files: Readonly<Record<string, string>>) => boolean;
}

const POLL_MS = 25;
// No run of the contract needs a tenth of this, also where Go first builds its library for the race detector; it only keeps a broken adapter from leaving processes behind.
const PATIENCE_MS = 600_000;
// What a surrounding test run sets for itself would change the run under test.
const SCRUBBED =
  /^(NODE_TEST_CONTEXT|NODE_OPTIONS|NODE_ENV|VITEST.*|JEST_.*|PYTEST_.*|TEST|CI|FORCE_COLOR|UNFLAKE_.*)$/;

export async function runCommand(command: Command, { folder, timeIsUp }: RunOptions): Promise<RawRun> {
  const temporary = join(folder, 'tmp');
  await mkdir(temporary, { recursive: true });
  for (const [name, text] of Object.entries(command.files)) await writeFile(join(folder, name), text);
  const place = command.stdoutTo === undefined ? undefined : openSync(command.stdoutTo, 'a');
  const began = performance.now();
  const child = spawn(command.argv[0], command.argv.slice(1), {
    cwd: command.cwd,
    env: environment(command, temporary),
    detached: true,
    stdio: ['ignore', place ?? 'pipe', 'pipe'],
  });
  if (place !== undefined) closeSync(place);
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => endGroup(child.pid));
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  let timedOut = false;
  const patience = setTimeout(() => endGroup(child.pid), PATIENCE_MS);
  if (timeIsUp) {
    while (child.exitCode === null && child.signalCode === null && !timedOut) {
      await pause(POLL_MS);
      timedOut = timeIsUp(await readAll(command.reads));
    }
    if (timedOut) endGroup(child.pid);
  }
  const ending = await ended.finally(() => clearTimeout(patience));
  return { ...ending, timedOut, ...output, files: await readAll(command.reads), ms: performance.now() - began };
}

function environment(command: Command, temporary: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !SCRUBBED.test(name));
  const env: NodeJS.ProcessEnv = { ...Object.fromEntries(kept), NO_COLOR: '1', TMPDIR: temporary };
  for (const [name, value] of Object.entries(command.env)) {
    if (value === null) delete env[name];
    else env[name] = value;
  }
  return env;
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // Nobody of the group is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function readAll(paths: readonly string[]): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const path of paths) {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text !== undefined) files[path] = text;
  }
  return files;
}
