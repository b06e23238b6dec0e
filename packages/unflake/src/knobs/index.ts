/** Every knob by name, and what a trial's conditions do to its processes. */
export { effectOf } from './effect-of.ts';
export { KNOBS } from './registry.ts';
