/** The knobs' interface for the engine. */
export { effectOf, SEPARATORS } from './effect-of.ts';
export { KNOBS, knobNamed } from './knobs.ts';
