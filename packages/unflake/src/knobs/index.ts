/** What the engine needs of the knobs. */
export { effectOf } from './effect-of.ts';
export { KNOBS } from './knobs.ts';
