/** What the engine needs of the knobs. */
export { effectOf } from './effect-of.ts';
export { KNOBS, knobNamed } from './knobs.ts';
