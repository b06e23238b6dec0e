/** Randomness that is the same on every machine and in every version: a seed, its stream, its forks. */
export { SEED_VARIABLE, seeded, seedOf } from './random/seeded.ts';
export { type Random, random } from './random/stream.ts';
