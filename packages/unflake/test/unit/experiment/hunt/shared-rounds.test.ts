/** Rounds that several machines share: each is run once, and what merges them finds what one machine would have found. */
import { expect, test } from 'vitest';
import type { Trial, TrialResult } from '../../../../src/contract/trial.ts';
import { workKey } from '../../../../src/engine/drive/trial-key.ts';
import { huntPlan } from '../../../../src/experiment/hunt/hunt.ts';
import type { HuntFinding } from '../../../../src/experiment/hunt/hunt-finding.ts';
import { sharedRounds } from '../../../../src/experiment/hunt/shared-rounds.ts';
import { type FakeTest, fakeHuntSuite } from '../../../fake-hunt-suite.ts';
import { drivePlan } from '../../../fake-suite.ts';
import { failsAfter, failsUnder, huntOptions, needs, SUITE } from './hunting.ts';

const RULES: Readonly<Record<string, FakeTest['does']>> = {
  'a.py::t2': failsAfter('c.py::t5'),
  'b.py::t4': needs('a.py::t1'),
  'c.py::t1': failsUnder('tz', 'Asia/Kathmandu'),
  'c.py::t8': () => 'failed',
  'b.py::t7': ({ conditions }) => (conditions.cpu === '0.25' ? 'crashed' : 'passed'),
};
const ROUNDS = 30;
const OF = 4;

function suiteOf() {
  return fakeHuntSuite(
    SUITE.map((id): FakeTest => (RULES[id] === undefined ? { test: id } : { test: id, does: RULES[id] })),
    3,
  );
}

function ran(mine: number | null, recorded: readonly TrialResult[] = []) {
  const suite = suiteOf();
  const left = [...recorded];
  let here = 0;
  const answer = (trial: Trial, at: number): TrialResult => {
    const found = left.findIndex((one) => workKey(one.trial) === workKey(trial));
    if (found < 0) here += 1;
    const [own = suite.run([trial])[0]!] = found < 0 ? [] : left.splice(found, 1);
    return { ...own, id: `t-${at}`, trial };
  };
  let at = 0;
  const run = (trials: readonly Trial[]) => trials.map((trial) => answer(trial, ++at));
  const plan = huntPlan(huntOptions({ rounds: ROUNDS, shards: { of: OF, mine } }));
  return { ...drivePlan(plan, run), here: () => here, left };
}

const shown = ({ record: _record, suiteMs: _ms, flaky, ...rest }: HuntFinding) => ({
  ...rest,
  flaky: flaky.map(({ plain: _plain, ...one }) => one),
});

test('the shards run every round once, and none of another', () => {
  const rounds = [...sharedRounds(huntOptions({ rounds: ROUNDS, shards: { of: OF, mine: null } }))];
  const ofShards = [1, 2, 3, 4].map((mine) => ran(mine).finding.rounds.map(({ arm }) => arm));
  expect(ofShards).toEqual(
    [0, 1, 2, 3].map((rest) => rounds.filter(({ number }) => number % OF === rest).map(({ arm }) => arm)),
  );
});

test('merged they find what one machine finds, and no round runs again', () => {
  const alone = ran(null);
  const shards = [3, 1, 4, 2].map((mine) => ran(mine));
  const merged = ran(
    null,
    shards.flatMap(({ results }) => results),
  );
  expect(shown(merged.finding)).toEqual(shown(alone.finding));
  expect(merged.finding.flaky.map(({ test: id, kind }) => [id, kind])).toEqual([
    ['a.py::t2', 'victim'],
    ['b.py::t4', 'brittle'],
    ['b.py::t7', 'short-wait'],
    ['c.py::t1', 'time-zone'],
  ]);
  expect(merged.left).toEqual([]);
  const inShards = shards.reduce((sum, { results }) => sum + results.length, 0);
  expect(merged.here()).toBe(alone.results.length - inShards);
});

test('a shard names no test flaky or broken: it lists what failed', () => {
  const { finding } = ran(1);
  expect(finding.flaky).toEqual([]);
  expect(finding.broken).toEqual([]);
  expect(finding.unrepeated).toContain('c.py::t8');
  expect(finding.notTried.map(({ why }) => why)).toContain('merging the shards does it');
});
