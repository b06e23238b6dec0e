/** One fixture under the real tool of a runner, by plain commands: that its project runs, and that a condition reaches it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { FIXTURES } from '../../../../fixtures/all.ts';
import { type FixtureRunner, idOf } from '../../../../fixtures/model.ts';
import { showings } from '../../../../scripts/fixtures/showings.mjs';

const expected = FIXTURES.find(({ cause }) => cause === 'both-needed')!;

export async function showsBothNeeded(runner: FixtureRunner): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'unflake-fixtures-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const id = idOf(runner, expected, expected.target);
  const seen = [];
  for await (const { under, failures, output } of showings({ runner, expected, id, place, runs: 1 })) {
    seen.push({ under, failures, output: failures === Number('tz' in under && 'environment' in under) ? '' : output });
  }
  expect(seen).toEqual([
    { under: { tz: 'Asia/Kathmandu' }, failures: 0, output: '' },
    { under: { environment: 'ci' }, failures: 0, output: '' },
    { under: { tz: 'Asia/Kathmandu', environment: 'ci' }, failures: 1, output: '' },
    { under: {}, failures: 0, output: '' },
  ]);
}
