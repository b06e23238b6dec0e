import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { random } from '../../src/random.ts';
import { holds } from '../properties.ts';
import { chiSquare, chiSquareLimit } from './chi-square.ts';

const seeds = fc.oneof(fc.integer(), fc.string({ minLength: 1 }));
const forkNames = fc.string();

describe('a seed', () => {
  test('gives the same values again, as a number and as text', () => {
    holds(
      fc.property(fc.integer(), (seed) => {
        const [a, b] = [random(seed), random(String(seed))];
        expect(Array.from(a.bytes(40))).toEqual(Array.from(b.bytes(40)));
      }),
    );
  });

  test('is refused when it is not a number or text', () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, '', undefined, null, {}]) {
      expect(() => random(bad as never)).toThrow(/a seed is a finite number or a text that is not empty, got/);
    }
  });
});

describe('a fork', () => {
  test('has values that depend neither on the order of forking nor on what was drawn before', () => {
    holds(
      fc.property(seeds, forkNames, forkNames, fc.nat(20), (seed, one, other, drawn) => {
        const early = random(seed);
        const first = early.fork(one).bytes(16);
        early.fork(other);
        const late = random(seed);
        for (let at = 0; at < drawn; at += 1) late.float();
        late.fork(other).float();
        expect(late.fork(one).bytes(16)).toEqual(first);
      }),
    );
  });

  test('does not disturb its parent', () => {
    const [quiet, busy] = [random(7), random(7)];
    busy.fork('a').float();
    expect(busy.float()).toBe(quiet.float());
  });

  test('differs from its parent, from its siblings and from a fork whose name contains a slash', () => {
    const parent = random(7);
    const forks = ['a', 'b', 'a/b', 'a%2Fb', 'a%b', 'a%25b'].map((name) => parent.fork(name));
    const streams = [parent, ...forks, parent.fork('a').fork('b')];
    const texts = streams.map((stream) => stream.fork('check').uuid());
    expect(new Set(texts).size).toBe(streams.length);
  });

  test('can be made again from its own seed', () => {
    holds(
      fc.property(seeds, forkNames, (seed, name) => {
        const fork = random(seed).fork(name);
        expect(random(fork.seed).uuid()).toBe(fork.uuid());
      }),
    );
  });

  test('is not correlated with its siblings', () => {
    const counts = new Array<number>(100).fill(0);
    for (let fork = 0; fork < 50_000; fork += 1) {
      const parent = random(1);
      const cell = parent.fork(`a${fork}`).int(0, 9) * 10 + parent.fork(`a${fork + 1}`).int(0, 9);
      counts[cell] = counts[cell]! + 1;
    }
    expect(chiSquare(counts)).toBeLessThan(chiSquareLimit(100));
  });
});

describe('the other draws', () => {
  test('float lies in [0, 1) with mean one half', () => {
    const rng = random('float');
    const values = Array.from({ length: 20_000 }, () => rng.float());
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
    expect(values.reduce((sum, value) => sum + value) / values.length).toBeCloseTo(0.5, 1);
  });

  test('boolean is true as often as it should be, always at 1 and never at 0', () => {
    const rng = random('boolean');
    const rate = (p: number) => Array.from({ length: 10_000 }, () => rng.boolean(p)).filter(Boolean).length / 10_000;
    expect(rate(0.3)).toBeCloseTo(0.3, 1);
    expect(rate(0)).toBe(0);
    expect(rate(1)).toBe(1);
    expect(() => rng.boolean(1.5)).toThrow('the probability must be between 0 and 1, got 1.5');
    expect(() => rng.boolean(Number.NaN)).toThrow('the probability must be between 0 and 1, got NaN');
  });

  test('pick takes a given value and refuses an empty array', () => {
    expect(['a', 'b']).toContain(random(3).pick(['a', 'b']));
    expect(() => random(3).pick([])).toThrow('cannot pick from an empty array');
  });

  test('shuffle and sample keep the values, leave the argument alone, and repeat no position', () => {
    holds(
      fc.property(seeds, fc.array(fc.nat()), (seed, values) => {
        const before = [...values];
        const shuffled = random(seed).shuffle(values);
        const sample = random(seed).sample(
          values.map((_, at) => at),
          values.length >> 1,
        );
        expect(values).toEqual(before);
        expect([...shuffled].sort()).toEqual([...values].sort());
        expect(new Set(sample).size).toBe(values.length >> 1);
      }),
    );
    expect(() => random(1).sample([1, 2], 3)).toThrow('cannot sample more than 2 values, got 3');
    expect(() => random(1).sample([1, 2], -1)).toThrow('the sample size must be a whole number of at least 0, got -1');
  });

  test('every order of four values is equally likely', () => {
    const rng = random('orders');
    const counts = new Map<string, number>();
    for (let drawn = 0; drawn < 24_000; drawn += 1) {
      const order = rng.shuffle(['a', 'b', 'c', 'd']).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    expect(chiSquare([...counts.values()])).toBeLessThan(chiSquareLimit(24));
  });

  test('bytes gives as many as asked and refuses a fraction', () => {
    expect(random(1).bytes(0)).toHaveLength(0);
    expect(random(1).bytes(7)).toHaveLength(7);
    expect(() => random(1).bytes(1.5)).toThrow('the number of bytes must be a whole number of at least 0, got 1.5');
  });

  test('uuid has the layout of version 4 and does not repeat', () => {
    const rng = random(9);
    const uuids = Array.from({ length: 1000 }, () => rng.uuid());
    for (const uuid of uuids) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(new Set(uuids).size).toBe(1000);
  });

  test('normal has the mean, deviation and tails that were asked for', () => {
    const rng = random('normal');
    const values = Array.from({ length: 40_000 }, () => rng.normal(10, 2));
    const mean = values.reduce((sum, value) => sum + value) / values.length;
    const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    expect(mean).toBeCloseTo(10, 1);
    expect(sd).toBeCloseTo(2, 1);
    expect(values.filter((value) => Math.abs(value - 10) > 4).length / values.length).toBeCloseTo(0.0455, 2);
    expect(() => rng.normal(0, -1)).toThrow('the standard deviation must be a finite number of at least 0, got -1');
    expect(() => rng.normal(Number.NaN, 1)).toThrow('the mean must be a finite number, got NaN');
  });
});
