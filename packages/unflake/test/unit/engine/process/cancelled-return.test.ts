/** A process that returns for another trial, and is not wanted any more. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inheritableVariables } from '../../../../src/engine/process/inheritable-variables.ts';
import { beginCommand } from '../../../../src/engine/process/run-command.ts';
import { type StartProcess, startProcess } from '../../../../src/engine/process/start-process.ts';
import { runTag, trialTag } from '../../../../src/engine/process/tags.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-return-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Says that it waits, and after each trial that it is back. */
const SERVE = 'printf . >&3; while word=$(head -c 1 <&3); [ -n "$word" ]; do printf "\\000\\000" >&3; done';

test('is ended if its run is cancelled while what the trial has left is ended', async () => {
  const cancel = new AbortController();
  const start: StartProcess = async (...args) => ({
    ...(await startProcess(...args)),
    endOrphans: async () => {
      cancel.abort(new Error('not wanted'));
      return true;
    },
  });
  const options = {
    folder,
    timeBoxMs: 60_000,
    tags: [runTag(), trialTag(778)] as const,
    baseEnv: inheritableVariables(process.env),
    outputLimit: 10_000,
    signal: cancel.signal,
    start,
  };
  const command = { argv: ['sh', '-c', SERVE] as const, env: {}, cwd: folder, files: {}, reads: [] };
  const pending = await beginCommand(command, options, 'serving');
  const gate = pending.gate!;
  expect(await gate.reached).toBe(true);
  await expect(pending.finish([], options, gate.resume({ reuse: true }))).rejects.toThrow('not wanted');
  expect(gate.isOver()).toBe(true);
});
