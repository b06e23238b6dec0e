import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { random } from '@unflake/testkit/random';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { killLoop } from './kill-loop.mjs';

let folders: string[];
beforeEach(() => {
  folders = ['whole', 'killed'].map((name) => mkdtempSync(join(tmpdir(), `${name}-`)));
});
afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

test('a workspace that is killed repeatedly loses no trial, repeats none, leaves no process and has the same finding', async () => {
  await killAndCompare();
});

test('the same holds where there is no C compiler, so that trials have no guards', async () => {
  const [, killed] = folders as [string, string];
  writeFileSync(join(killed, 'cc'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  await killAndCompare({ PATH: `${killed}:${process.env.PATH}`, XDG_CACHE_HOME: join(killed, 'cache') });
});

async function killAndCompare(env: Readonly<Record<string, string>> = {}): Promise<void> {
  const [whole, killed] = folders as [string, string];
  const rng = random(7);
  const moments = Array.from({ length: 6 }, () => rng.int(0, 150));
  const undisturbed = await killLoop(whole, []);
  const cut = await killLoop(killed, moments, env);
  expect(cut.kills).toBeGreaterThan(0);
  expect(cut.finding).toEqual(undisturbed.finding);
  expect(cut.trials).toBe(undisturbed.trials);
}
