import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrialRow } from '../../src/contract/case-record.ts';
import { isFailure } from '../../src/contract/outcome.ts';
import { Place } from './unflake.ts';

const place = new Place().fixture('victim-one', 'node-test');
let rows: readonly TrialRow[];
beforeAll(async () => {
  // A pasted line makes the trial's private folders again: inside the place, which is removed as a whole.
  const env = { UNFLAKE_TMP: join(place.folder, 'trials') };
  await place.run(['diagnose', 'totals the cart', '--quiet', '--trials', '6'], env);
  rows = JSON.parse((await place.run(['report', '--json'])).stdout).result.record.trials;
});
afterAll(() => place.remove());

test('the recorded command of a trial, pasted into a shell, does again what the trial did', () => {
  const pick = (failing: boolean) => rows.find(({ outcome }) => isFailure(outcome) === failing)!;
  for (const row of [pick(true), pick(false)]) {
    const { status } = spawnSync('sh', ['-c', row.command], { env: { PATH: process.env.PATH } });
    expect(status === 0, row.command).toBe(row.outcome === 'passed');
  }
});

test('every row says under which conditions and with which seed it ran', () => {
  expect(
    rows.every(({ seed, conditions, command }) => seed > 0 && conditions !== undefined && command.includes('cd ')),
  ).toBe(true);
});
