/** Knobs are turned for real: a project that fails in some zones, and one that depends on the hash seed. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pythonWithPytest } from '../../../../scripts/toolchains/python.mjs';
import type { Diagnosis } from '../../src/contract/diagnosis.ts';
import { type Answer, diagnosisOf, Place } from './unflake.ts';

const ZONES = `const test = require('node:test');
const assert = require('node:assert');

test('adds a night', () => assert.equal(2 + 1, 3));

test('a booking late in the evening stays on its day', () => {
  assert.equal(new Date('2025-06-17T23:30:00Z').getDate(), 17);
});
`;

const TAGS = `def first_of(tags):
    return next(iter(set(tags)))


def test_counts():
    assert len({"red", "green"}) == 2


def test_shows_the_first_tag():
    assert first_of(["red", "green", "blue", "grey"]) in ("red", "green")
`;

/** 0 when the line ran and passed. */
const shell = (line: string) =>
  spawnSync('sh', ['-c', line], { env: { ...process.env, NODE_TEST_CONTEXT: '', PYTEST_ADDOPTS: '' } }).status;

describe('a test that fails in zones east of its own, from the command line', () => {
  const place = new Place();
  let cut: Diagnosis;
  let answer: Answer;
  let diagnosis: Diagnosis;
  beforeAll(async () => {
    writeFileSync(join(place.subject, 'booking.test.js'), ZONES);
    writeFileSync(join(place.subject, 'package.json'), '{"scripts":{"test":"node --test"}}');
    const first = ['diagnose', 'stays on its day', '--json', '--seed', '3', '--trials', '25'];
    cut = diagnosisOf(await place.run(first, { TZ: 'UTC' }));
    answer = await place.run(['diagnose', '--resume', cut.caseId, '--trials', '600', '--json'], { TZ: 'UTC' });
    diagnosis = diagnosisOf(answer);
  });
  afterAll(() => place.remove());

  test('says what is left when its budget is spent, and continues where it stopped', () => {
    expect(cut.verdict).not.toBe('isolated');
    expect(cut.notTried.map(({ why }) => why)).toContain('all trials were used');
    expect(cut.cost.trials).toBe(25);
    expect(diagnosis.caseId).toBe(cut.caseId);
    expect(answer.stderr).toContain('25 recorded trials replayed');
  });

  test('is isolated, with its knob and the zones that fail', () => {
    expect(diagnosis).toMatchObject({
      verdict: 'isolated',
      cause: { family: 'external', kind: 'time-zone' },
      polluters: [],
      factor: { knob: 'tz', failing: ['Asia/Kathmandu', 'Pacific/Kiritimati'] },
      reproduce: { confirmed: true, failRate: 1 },
    });
    expect(diagnosis.factor!.passing).toContain('UTC');
    expect(answer.code).toBe(1);
    expect(answer.stderr).toMatch(/^perturb {4}tz .* failed/m);
  });

  test('prints commands that a shell runs, and that do what is said of them', () => {
    const { fails, passes } = diagnosis.reproduce!;
    expect(fails).toMatch(/ TZ=(Asia\/Kathmandu|Pacific\/Kiritimati) /);
    expect(shell(fails)).not.toBe(0);
    expect(shell(passes)).toBe(0);
  });

  test('has a report that tells what was turned, and trials for every claim', async () => {
    const { stdout } = await place.run(['report', cut.caseId, '--format', 'markdown']);
    expect(stdout).toContain('KNOBS TURNED');
    expect(stdout).toContain('Result: proved');
    const record = JSON.parse((await place.run(['report', cut.caseId, '--json'])).stdout).result.record;
    const ids = new Set((record.trials as { id: string }[]).map(({ id }) => id));
    expect(diagnosis.evidence.flatMap(({ trials }) => trials).filter((id) => !ids.has(id))).toEqual([]);
  });
});

test('a pytest test that depends on the hash seed is isolated, and its commands name the seeds', async () => {
  const place = new Place();
  try {
    writeFileSync(join(place.subject, 'test_tags.py'), TAGS);
    writeFileSync(join(place.subject, 'pytest.ini'), '[pytest]\n');
    const env = { VIRTUAL_ENV: dirname(dirname(await pythonWithPytest())) };
    const diagnosis = diagnosisOf(await place.run(['diagnose', 'first_tag', '--json', '--seed', '5'], env));
    expect(diagnosis).toMatchObject({
      verdict: 'isolated',
      cause: { family: 'nondeterminism', kind: 'iteration-order' },
      factor: { knob: 'hashSeed' },
      reproduce: { confirmed: true, failRate: 1 },
    });
    const { fails, passes } = diagnosis.reproduce!;
    expect(fails).toContain(` PYTHONHASHSEED=${diagnosis.factor!.failing[0]} `);
    expect(shell(fails)).toBe(1);
    expect(shell(passes)).toBe(0);
  } finally {
    place.remove();
  }
});
