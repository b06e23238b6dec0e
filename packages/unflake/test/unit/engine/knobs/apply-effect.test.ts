import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Effect } from '../../../../src/contract/knob.ts';
import { applyEffect } from '../../../../src/engine/knobs/apply-effect.ts';
import { openWorkspace, type TrialWorkspace } from '../../../../src/engine/trial-workspace.ts';
import { shell } from '../sample-trial.ts';

let place: string;
let workspace: TrialWorkspace;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'effect-')));
  const env = { PATH: process.env.PATH, PYTHONPATH: '/theirs', LD_PRELOAD: '/theirs.so' };
  workspace = openWorkspace({ env, extraEnv: { TZ: 'UTC' }, place });
});
afterEach(async () => {
  await workspace.close();
  rmSync(place, { recursive: true });
});

const applied = (effect: Effect, env: Readonly<Record<string, string | null>> = {}) =>
  applyEffect(shell('echo "$0" hi', { env }), workspace.folders.trialFolder(), workspace, effect);

test('without an effect the command is what the adapter built, in folders of its own', () => {
  const { argv, env } = applied({}, { MINE: '1' });
  expect(argv).toEqual(['sh', '-c', 'echo "$0" hi']);
  expect(Object.keys(env).sort()).toEqual(['HOME', 'MINE', 'TEMP', 'TMP', 'TMPDIR', 'TZ']);
});

test('words come before the command, and its own stay as they are', () => {
  expect(applied({ prefix: ['prlimit', '--nofile=64:64'] }).argv).toEqual([
    'prlimit',
    '--nofile=64:64',
    'sh',
    '-c',
    'echo "$0" hi',
  ]);
});

test('lists are added to: before what the adapter put there, else before what the caller has', () => {
  const effect: Effect = { addTo: { LD_PRELOAD: '/shim.so', NODE_OPTIONS: '--require x', PYTHONPATH: '/ours' } };
  expect(applied(effect, { PYTHONPATH: '/probe', NODE_OPTIONS: null }).env).toMatchObject({
    LD_PRELOAD: '/shim.so:/theirs.so',
    NODE_OPTIONS: '--require x',
    PYTHONPATH: '/ours:/probe',
  });
});

test('what the adapter needs wins over a condition, a condition over the config file', () => {
  expect(applied({ env: { TZ: 'Asia/Kathmandu', A: 'knob' } }, { A: 'adapter' }).env).toMatchObject({
    TZ: 'Asia/Kathmandu',
    A: 'adapter',
  });
});

test('a home that is deep exists, one that is absent does not', () => {
  const deep = applied({ home: 'deep' }).env.HOME!;
  expect(deep.length).toBeGreaterThan(250);
  expect(existsSync(deep)).toBe(true);
  expect(existsSync(applied({ home: 'absent' }).env.HOME!)).toBe(false);
});

test('the clock is shifted to the local time of the trial’s zone', () => {
  const shift = (zone: string) =>
    Number(applied({ clock: '2040-01-01T00:00:00', env: { TZ: zone } }).env.UNFLAKE_CLOCK_SHIFT_MS);
  const [utc, kathmandu] = [shift('UTC'), shift('Asia/Kathmandu')];
  // unflake-allow wall-clock: a shift of the real clock, within a minute
  expect(Math.abs(Date.now() + utc - Date.UTC(2040, 0, 1))).toBeLessThan(60_000);
  expect(Math.abs(utc - kathmandu - 345 * 60_000)).toBeLessThan(60_000);
});
