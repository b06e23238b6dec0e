/** The parts of a hunt, each with a store of its own as on a machine of its own, and what joins them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { comparableHunt, huntOf } from './hunt-result.ts';
import { callIn } from './in-process.ts';
import { type Answer, Place } from './unflake.ts';

const SHOP = `STATE = {}


def test_totals_the_cart():
    assert "banner" not in STATE


def test_shows_the_banner():
    STATE["banner"] = 1


def test_adds_the_tax():
    assert 19 == 7
`;
const OF = 3;
const ROUNDS = ['--rounds', '12', '--seed', '5', '--json'];

let place: Place;
beforeEach(() => {
  place = new Place();
  writeFileSync(join(place.subject, 'test_shop.py'), SHOP);
});
afterEach(() => place.remove());

const storeOf = (number: number) => join(place.folder, `shard-${number}.sqlite`);

function shard(number: number): Promise<Answer> {
  return place.run(['hunt', '--shard', `${number}/${OF}`, '--store', storeOf(number), ...ROUNDS]);
}

test('shards joined are one hunt: the same result as on one machine, without a round run again', async () => {
  const whole = huntOf(await place.run(['hunt', '--shard', '1/1', ...ROUNDS]));
  expect(whole.flaky.map(({ kind }) => kind)).toEqual(['victim']);
  expect(whole.broken.map(({ test: id }) => id)).toEqual(['test_shop.py::test_adds_the_tax']);

  const parts = [];
  for (const number of [2, 3, 1]) parts.push(huntOf(await shard(number)));
  expect(parts.map((part) => part.shard)).toEqual([2, 3, 1].map((number) => ({ number, of: OF })));
  expect(parts.flatMap(({ flaky, broken }) => [...flaky, ...broken])).toEqual([]);
  expect(parts.reduce((sum, { rounds }) => sum + rounds.length, 0)).toBe(whole.rounds.length);

  const stores = [3, 1, 2].map(storeOf);
  const merged = await place.run(['hunt', 'merge', ...stores, '--json']);
  expect(merged.code).toBe(1);
  expect(comparableHunt(huntOf(merged))).toEqual(comparableHunt(whole));

  const missing = await callIn(place, ['hunt', 'merge', ...stores.slice(1), '--json']);
  expect(missing.code).toBe(2);
  expect(missing.stdout).toContain('shard 3 of 3 is missing');
  const twice = await callIn(place, ['hunt', 'merge', stores[0]!, ...stores, '--json']);
  expect(twice.stdout).toContain('are both shard 3 of 3');
  const joined = await callIn(place, ['hunt', 'merge', 'latest', ...stores, '--json']);
  expect(joined.stdout).toContain('latest is not a shard');
});

test('a shard that cannot be drawn is refused', async () => {
  const unseeded = await callIn(place, ['hunt', '--shard', '1/3', '--json']);
  expect(unseeded.code).toBe(2);
  expect(unseeded.stdout).toContain('a shard needs `--seed`');
  const beyond = await callIn(place, ['hunt', '--shard', '4/3', '--seed', '1', '--json']);
  expect(beyond.code).toBe(2);
  expect(beyond.stdout).toContain('there is no shard 4 of 3');
});
