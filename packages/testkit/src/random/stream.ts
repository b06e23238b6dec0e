/** The random values of a seed, and its named forks. `xoshiro.ts` generates the words; `seeded.ts` finds a default seed. */

import { requireAtLeast, requireFinite, requireProbability, requireThat, requireWhole } from '../text/refuse.ts';
import { naturalLog } from './natural-log.ts';
import { stateOf, Xoshiro128 } from './xoshiro.ts';

/** A seeded random generator. Every draw advances it; `fork` does not, and does not depend on earlier draws. */
export interface Random {
  /** The seed with which `random(seed)` creates this stream again. */
  readonly seed: number | string;
  /** A whole number from min to max, both included, without bias. */
  int(min: number, max: number): number;
  /** A number in [0, 1) with 53 random bits. */
  float(): number;
  /** True with probability p, by default one half. */
  boolean(p?: number): boolean;
  /** One of the given values. */
  pick<T>(xs: readonly T[]): T;
  /** n of the given values at distinct positions, in random order. */
  sample<T>(xs: readonly T[], n: number): T[];
  /** The given values in random order, as a new array. */
  shuffle<T>(xs: readonly T[]): T[];
  /** n random bytes. */
  bytes(n: number): Uint8Array;
  /** A version 4 UUID. */
  uuid(): string;
  /** A normally distributed number; by default the standard normal distribution. */
  normal(mean?: number, sd?: number): number;
  /** The stream of that name: independent of this one, and the same whenever and in whatever order it is forked. */
  fork(name: string): Random;
}

/**
 * The random values of a seed; `random(42)` and `random('42')` are the same stream.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { random } from '@unflake/testkit/random';
 *
 * const rng = random(42);
 * const throws = [rng.int(1, 6), rng.int(1, 6), rng.int(1, 6)];
 * const again = random(42);
 * assert.deepEqual(throws, [again.int(1, 6), again.int(1, 6), again.int(1, 6)]);
 * assert.equal(rng.fork('network').seed, '42/network');
 * ```
 */
export function random(seed: number | string): Random {
  const valid = typeof seed === 'number' ? Number.isFinite(seed) : typeof seed === 'string' && seed !== '';
  requireThat(valid, 'a seed is a finite number or a text that is not empty', seed);
  return new SeededRandom(seed);
}

const TWO_32 = 2 ** 32;
const NARROW = 2 ** 16;

class SeededRandom implements Random {
  readonly seed: number | string;
  readonly #words: Xoshiro128;

  constructor(seed: number | string) {
    this.seed = seed;
    this.#words = new Xoshiro128(stateOf(String(seed)));
  }

  int(min: number, max: number): number {
    const range = max - min + 1;
    // Ranges within 32 bits are by far the most common, and the check for them is nearly free.
    const narrow = (min | 0) === min && (max | 0) === max && range >= 1;
    if (!narrow) requireRange(min, max, range);
    return min + this.#below(range);
  }

  float(): number {
    return this.#bits53() * 2 ** -53;
  }

  boolean(p = 0.5): boolean {
    requireProbability('the probability', p);
    return this.float() < p;
  }

  pick<T>(xs: readonly T[]): T {
    requireThat(xs.length > 0, 'cannot pick from an empty array', xs);
    return xs[this.#below(xs.length)] as T;
  }

  sample<T>(xs: readonly T[], n: number): T[] {
    requireWhole(0, 'the sample size', n);
    requireThat(n <= xs.length, `cannot sample more than ${xs.length} values`, n);
    const pool = xs.slice();
    for (let at = 0; at < n; at += 1) {
      const other = at + this.#below(pool.length - at);
      [pool[at], pool[other]] = [pool[other] as T, pool[at] as T];
    }
    pool.length = n;
    return pool;
  }

  shuffle<T>(xs: readonly T[]): T[] {
    return this.sample(xs, xs.length);
  }

  bytes(n: number): Uint8Array {
    requireWhole(0, 'the number of bytes', n);
    const bytes = new Uint8Array(n);
    for (let at = 0; at < n; at += 4) {
      const word = this.#words.next();
      for (let byte = 0; byte < 4 && at + byte < n; byte += 1) bytes[at + byte] = word >>> (8 * byte);
    }
    return bytes;
  }

  uuid(): string {
    const bytes = this.bytes(16);
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  normal(mean = 0, sd = 1): number {
    requireFinite('the mean', mean);
    requireAtLeast(0, 'the standard deviation', sd);
    // Marsaglia's polar method; its second value is dropped, so that a draw depends only on the words.
    for (;;) {
      const x = 2 * this.float() - 1;
      const y = 2 * this.float() - 1;
      const square = x * x + y * y;
      if (square > 0 && square < 1) return mean + sd * x * Math.sqrt((-2 * naturalLog(square)) / square);
    }
  }

  fork(name: string): Random {
    // Escaping keeps fork('a/b') apart from fork('a').fork('b').
    return new SeededRandom(`${this.seed}/${name.replaceAll('%', '%25').replaceAll('/', '%2F')}`);
  }

  #below(range: number): number {
    return range <= NARROW ? this.#belowNarrow(range) : this.#belowWide(range);
  }

  /**
   * Lemire's method: the high word of a product is the value, and the low word shows whether it might be biased. The product is built from
   * 16-bit halves, because integers are much faster than doubles here.
   */
  #belowNarrow(range: number): number {
    for (;;) {
      const word = this.#words.next();
      const right = Math.imul(word & 0xffff, range) >>> 0;
      const left = (Math.imul(word >>> 16, range) + (right >>> 16)) >>> 0;
      const low = ((left << 16) | (right & 0xffff)) >>> 0;
      if (low >= range || low >= (TWO_32 - range) % range) return left >>> 16;
    }
  }

  /** Dropping the incomplete last part of the range makes every remainder equally likely. */
  #belowWide(range: number): number {
    const space = range <= TWO_32 ? TWO_32 : 2 ** 53;
    const usable = space - (space % range);
    for (;;) {
      const value = space === TWO_32 ? this.#words.next() >>> 0 : this.#bits53();
      if (value < usable) return value % range;
    }
  }

  #bits53(): number {
    const high = this.#words.next() >>> 5;
    return high * 2 ** 26 + (this.#words.next() >>> 6);
  }
}

function requireRange(min: number, max: number, range: number): void {
  const holds = Number.isSafeInteger(min) && Number.isSafeInteger(max) && range >= 1 && range <= 2 ** 53;
  requireThat(holds, 'int needs whole numbers min ≤ max at most 2^53 apart', [min, max]);
}
