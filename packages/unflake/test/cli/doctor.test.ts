/** `doctor` says of a runner what `list` would do. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DoctorResult } from '../../src/tools/lib/tool-results.ts';
import { Place } from './unflake.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

async function ofRunner(): Promise<{ readonly code: number | null; readonly check: DoctorResult['checks'][number] }> {
  const { code, stdout } = await place.run(['doctor', '--json', '--quiet']);
  const { checks } = (JSON.parse(stdout) as { result: DoctorResult }).result;
  return { code, check: checks.find(({ what }) => what.startsWith('runner'))! };
}

test('tests that can be listed are counted', async () => {
  place.fixture('victim-one', 'node-test');
  const { code, check } = await ofRunner();
  expect(check).toMatchObject({ what: 'runner node-test', status: 'ok', fix: null });
  expect(check.detail).toMatch(/^9 tests listed in [\d.]+ s by /);
  expect(code).toBe(0);
});

test('how its trials start is told in a check of its own, with what became of it in the last diagnosis', async () => {
  place.fixture('victim-one', 'node-test');
  const start = async () => {
    const { stdout } = await place.run(['doctor', '--json', '--quiet']);
    const { checks } = (JSON.parse(stdout) as { result: DoctorResult }).result;
    return checks.find(({ what }) => what === 'start of node-test')!;
  };
  expect(await start()).toEqual({
    what: 'start of node-test',
    status: 'ok',
    detail:
      'trials are forks of a process that keeps node-test and libraries loaded, and nothing of the project, if both agree',
    fix: null,
  });
  const [id] = (await place.run(['list', '--quiet'])).stdout.split('\n').filter((line) => line.includes(' > '));
  await place.run(['diagnose', id!, '--trials', '4', '--quiet']);
  expect((await start()).detail).toMatch(/; the last diagnosis \(c-\w+\) used forks$/);
});

test('a suite that does not load is missing, with the command that says why', async () => {
  place.fixture('victim-one', 'node-test');
  writeFileSync(join(place.subject, 'shop.test.js'), 'this is no program');
  const { code, check } = await ofRunner();
  expect(check).toMatchObject({ status: 'missing', fix: 'unflake list --runner node-test' });
  expect(check.detail).toContain('node-test lists no test');
  expect(code).toBe(1);
});
