/** What the engine needs of the knobs. */
export { effectOf, SEPARATORS } from './effect-of.ts';
export { KNOBS, knobNamed } from './knobs.ts';
