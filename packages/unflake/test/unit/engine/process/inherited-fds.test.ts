/** Inherited file descriptors: locks that last as long as any process of a run. */
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inheritableVariables } from '../../../../src/engine/process/inheritable-variables.ts';
import { runCommand } from '../../../../src/engine/process/run-command.ts';
import { runTag, trialTag } from '../../../../src/engine/process/tags.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-hands-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (script: string, inheritedFds: readonly number[]) =>
  runCommand(
    { argv: ['sh', '-c', script], env: {}, cwd: folder, files: {}, reads: [] },
    {
      folder,
      timeBoxMs: 60_000,
      tags: [runTag(), trialTag(777)],
      baseEnv: inheritableVariables(process.env),
      outputLimit: 10_000,
      inheritedFds,
    },
  );

test('a command and its children hold the inherited descriptors, above those that runners use', async () => {
  const fds = [openSync(join(folder, 'one'), 'w'), openSync(join(folder, 'other'), 'w')];
  try {
    const { stdout } = await run('sh -c "readlink /proc/self/fd/20 /proc/self/fd/21"', fds);
    expect(stdout).toBe(`${join(folder, 'one')}\n${join(folder, 'other')}\n`);
  } finally {
    for (const fd of fds) closeSync(fd);
  }
});

test('a command without inherited descriptors holds none of ours', async () => {
  const fd = openSync(join(folder, 'one'), 'w');
  try {
    expect((await run('readlink /proc/self/fd/*', [])).stdout).not.toContain(join(folder, 'one'));
  } finally {
    closeSync(fd);
  }
});
