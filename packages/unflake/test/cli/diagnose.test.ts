import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Diagnosis } from '../../src/contract/diagnosis.ts';
import { type Answer, diagnosisOf, Place } from './unflake.ts';

const TARGET = 'shop.test.js > totals the cart';
const POLLUTER = 'shop.test.js > shows the banner';

describe('a victim under node:test, from the command line', () => {
  const place = new Place().fixture('victim-one', 'node-test');
  let before: ReturnType<Place['tree']>;
  let answer: Answer;
  let diagnosis: Diagnosis;
  beforeAll(async () => {
    before = place.tree();
    answer = await place.run(['diagnose', TARGET, '--json', '--seed', '3']);
    diagnosis = diagnosisOf(answer);
  });
  afterAll(() => place.remove());

  test('is isolated, with its polluter, and exits 1', () => {
    expect(diagnosis).toMatchObject({
      test: TARGET,
      runner: 'node-test',
      seed: 3,
      verdict: 'isolated',
      cause: { family: 'ordering', kind: 'victim' },
      polluters: [[POLLUTER]],
      cleaners: ['shop.test.js > closes the season'],
    });
    expect(answer.code).toBe(1);
  });

  test('prints commands that a shell runs, with the stated results', () => {
    const { reproduce } = diagnosis;
    expect(reproduce).toMatchObject({ confirmed: true, failRate: 1 });
    const shell = (line: string) =>
      spawnSync('sh', ['-c', line], { env: { ...process.env, NODE_TEST_CONTEXT: '' } }).status;
    expect(shell(reproduce!.fails)).not.toBe(0);
    expect(shell(reproduce!.passes)).toBe(0);
  });

  test('leaves the working tree as it was', () => {
    expect(place.tree()).toEqual(before);
  });

  test('supports every claim by trials that the store still has', async () => {
    const { stdout } = await place.run(['report', 'latest', '--json']);
    const ids = new Set((JSON.parse(stdout).result.record.trials as { id: string }[]).map(({ id }) => id));
    const cited = diagnosis.evidence.flatMap(({ trials }) => trials);
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('can be listed, reported in every format, and replayed', async () => {
    const cases = JSON.parse((await place.run(['cases', '--json'])).stdout).result.cases;
    expect(cases).toMatchObject([{ caseId: diagnosis.caseId, verdict: 'isolated' }]);
    const markdown = (await place.run(['report', diagnosis.caseId, '--format', 'markdown'])).stdout;
    expect(markdown).toMatch(/^Arm: alone\nCommand: cd \S+ && .*node --test .*totals the cart/m);
    for (const block of ['MULTI-RUN RESULTS', 'ISOLATION RESULTS', 'ORDERING BISECTION'])
      expect(markdown).toContain(block);
    await place.run(['report', 'latest', '--format', 'html', '--out', '../case.html']);
    expect(readFileSync(join(place.folder, 'case.html'), 'utf8')).toContain('<svg');
    const replayed = await place.run(['replay', 'latest', '--times', '2', '--json']);
    expect(JSON.parse(replayed.stdout).result).toMatchObject({
      recorded: 'failed',
      seen: ['failed', 'failed'],
      agreeing: 2,
    });
    expect(replayed.code).toBe(1);
  });
});

test('--protocol fixed keeps the fixed counts, and still has its earlier name', async () => {
  const place = new Place().fixture('broken', 'node-test');
  try {
    const diagnosis = diagnosisOf(await place.run(['diagnose', 'adds the tax', '--json', '--protocol', 'fixed']));
    expect(diagnosis).toMatchObject({ verdict: 'broken', cost: { trials: 20 } });
    const { stdout } = await place.run(['report', '--format', 'markdown']);
    expect(stdout).toContain('Results: F F F F F F F F F F');
    const earlier = await place.run(['diagnose', 'adds the tax', '--json', '--protocol', 'seed']);
    expect(diagnosisOf(earlier)).toMatchObject({ verdict: 'broken', cost: { trials: 20 } });
    expect(earlier.stderr).toContain('note: --protocol seed is now called --protocol fixed\n');
  } finally {
    place.remove();
  }
});
