/** Pins the generator to the bit: the words against a reference written in C, every draw against literals. */
import { expect, test } from 'vitest';
import { stateOf, Xoshiro128 } from '../../src/random/xoshiro.ts';
import { random } from '../../src/random.ts';

const unsigned = (words: readonly number[]) => words.map((word) => word >>> 0);

test('the words from state 1 2 3 4 are those of the reference xoshiro128**', () => {
  const words = new Xoshiro128([1, 2, 3, 4]);
  const first = Array.from({ length: 10 }, () => words.next() >>> 0);
  expect(first).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ]);
  for (let drawn = 10; drawn < 1_000_000; drawn += 1) words.next();
  expect(words.next() >>> 0).toBe(3175353485);
});

test('a seed becomes a state by the reference MurmurHash3 of its UTF-16 units under the hash seeds 0 to 3', () => {
  expect(unsigned(stateOf('42'))).toEqual([767888706, 4127323159, 3986351401, 1180088678]);
  expect(unsigned(stateOf('abc'))).toEqual([1118836419, 2934356416, 650100750, 3012872861]);
});

test('the first words of seed 42 are those of the reference', () => {
  const words = new Xoshiro128(stateOf('42'));
  expect(Array.from({ length: 5 }, () => words.next() >>> 0)).toEqual([
    737413407, 1166075455, 3708561965, 2067271341, 2141429761,
  ]);
});

test('every kind of draw from seed 42, in this order, gives the published values', () => {
  const rng = random(42);
  const times = <T>(n: number, draw: () => T) => Array.from({ length: n }, draw);
  expect({
    throws: times(8, () => rng.int(1, 6)),
    wide: times(3, () => rng.int(-1e12, 1e12)),
    words: times(3, () => rng.int(0, 2 ** 32 - 1)),
    floats: times(2, () => rng.float()),
    booleans: times(8, () => rng.boolean(0.3)),
    pick: rng.pick(['a', 'b', 'c']),
    sample: rng.sample([1, 2, 3, 4, 5, 6], 3),
    shuffle: rng.shuffle([1, 2, 3, 4, 5]),
    bytes: [...rng.bytes(6)],
    uuid: rng.uuid(),
    normal: [rng.normal(), rng.normal(10, 2)],
    forks: [rng.fork('net').int(0, 999), rng.fork('net').fork('x').int(0, 999)],
  }).toEqual({
    throws: [2, 2, 6, 3, 3, 4, 5, 2],
    wide: [371284676568, -746742386544, 124435126230],
    words: [3818035825, 1427100576, 3003194660],
    floats: [0.8055987392985625, 0.4933700186817682],
    booleans: [false, false, false, true, false, false, true, false],
    pick: 'c',
    sample: [5, 2, 4],
    shuffle: [2, 5, 4, 1, 3],
    bytes: [194, 169, 163, 207, 220, 250],
    uuid: '4e0132ee-7972-45a1-98ee-daf338b4d0c9',
    normal: [-0.3426966310785471, 12.738545955101728],
    forks: [546, 625],
  });
});
