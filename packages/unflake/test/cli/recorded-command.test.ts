import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrialRow } from '../../src/contract/case-record.ts';
import { isFailure } from '../../src/contract/outcome.ts';
import { Place } from './unflake.ts';

const place = new Place().fixture('victim-one', 'node-test');
let rows: readonly TrialRow[];
beforeAll(async () => {
  await place.run(['diagnose', 'totals the cart', '--quiet', '--trials', '6']);
  rows = JSON.parse((await place.run(['report', '--json'])).stdout).result.record.trials;
});
afterAll(() => place.remove());

test('the recorded command of a trial, pasted into a shell, does again what the trial did', () => {
  const pick = (failing: boolean) => rows.find(({ outcome }) => isFailure(outcome) === failing)!;
  for (const row of [pick(true), pick(false)]) {
    const { status } = spawnSync('sh', ['-c', row.command], { env: { PATH: process.env.PATH } });
    expect(status === 0, row.command).toBe(row.outcome === 'passed');
    // The line makes the trial's private folders again, under its old name; they are ours to remove.
    const home = /HOME='?([^ ']+)/.exec(row.command)![1]!;
    rmSync(dirname(dirname(home)), { recursive: true, force: true });
  }
});

test('every row says under which conditions and with which seed it ran', () => {
  expect(
    rows.every(({ seed, conditions, command }) => seed > 0 && conditions !== undefined && command.includes('cd ')),
  ).toBe(true);
});
