/**
 * The generator of `random`: xoshiro128** (Blackman and Vigna), seeded from text by MurmurHash3. It only produces 32-bit words; `stream.ts`
 * adds ranges, picks and distributions.
 */

/** Four words of state, each an int32; never all zero. */
export type State = readonly [number, number, number, number];

/** Hashes a seed's text into a state: word i is MurmurHash3 (x86, 32 bit) of its UTF-16 units under hash seed i. */
export function stateOf(seed: string): State {
  const state = [0, 1, 2, 3].map((hashSeed) => murmur3(seed, hashSeed)) as [number, number, number, number];
  // From the all-zero state xoshiro would only return zeros, so that one seed in 2^128 gets another.
  return state.some(Boolean) ? state : [1, 2, 3, 4];
}

export class Xoshiro128 {
  // Initialized with zeros instead of undefined, so that V8 treats them as small integers and a draw takes a third less time.
  #a = 0;
  #b = 0;
  #c = 0;
  #d = 0;

  constructor(state: State) {
    [this.#a, this.#b, this.#c, this.#d] = state;
  }

  /** The next 32 bits as an int32; callers shift for unsigned or fewer bits, which is free. */
  next(): number {
    const b = this.#b;
    const times5 = Math.imul(b, 5);
    const result = Math.imul((times5 << 7) | (times5 >>> 25), 9);
    const c = this.#c ^ this.#a;
    const d = this.#d ^ b;
    this.#b = b ^ c;
    this.#a ^= d;
    this.#c = c ^ (b << 9);
    this.#d = (d << 11) | (d >>> 21);
    return result;
  }
}

function murmur3(text: string, hashSeed: number): number {
  let hash = hashSeed;
  const pairs = text.length & ~1;
  for (let at = 0; at < pairs; at += 2) {
    hash ^= scramble(text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16));
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  if (pairs < text.length) hash ^= scramble(text.charCodeAt(pairs));
  hash ^= text.length * 2;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function scramble(block: number): number {
  const mixed = Math.imul(block, 0xcc9e2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
}
