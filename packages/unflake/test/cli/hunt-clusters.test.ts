/** What a real hunt says that its flaky tests share: the place in the code that they reach, which `scan` finds. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { huntOf } from './hunt-result.ts';
import { Place } from './unflake.ts';

const SHOP = `import time


def opening_hour():
    return time.localtime(0).tm_hour
`;
const TESTS = `import os

import shop


def test_opens_the_door():
    assert shop.opening_hour() == 0


def test_names_the_zone():
    assert os.environ.get("TZ") in (None, "UTC")


def test_prints_the_sign():
    assert f"{shop.opening_hour()}:00" == "0:00"
`;

let place: Place;
beforeEach(() => {
  place = new Place();
  writeFileSync(join(place.subject, 'shop.py'), SHOP);
  writeFileSync(join(place.subject, 'test_shop.py'), TESTS);
});
afterEach(() => place.remove());

test('tests that fail in other zones and reach the same clock are one cluster, and one that reaches none is another', async () => {
  // The first orders, and one row of settings.
  const answer = await place.run(['hunt', '--rounds', '7', '--seed', '3', '--json'], { TZ: 'UTC' });
  const { flaky, clusters } = huntOf(answer);
  expect(flaky.map(({ kind, cluster }) => [kind, cluster])).toEqual([
    ['time-zone', 'k-1'],
    ['time-zone', 'k-2'],
    ['time-zone', 'k-1'],
  ]);
  expect(clusters).toEqual([
    expect.objectContaining({
      why: 'fail under other settings of tz, and reach python/time-zone at shop.py:5',
      source: expect.objectContaining({ rule: 'python/time-zone', file: 'shop.py', line: 5 }),
      tests: ['test_shop.py::test_opens_the_door', 'test_shop.py::test_prints_the_sign'],
    }),
    expect.objectContaining({ source: null, tests: ['test_shop.py::test_names_the_zone'] }),
  ]);
});
