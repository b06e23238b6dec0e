/** Every runner by name, in the order in which detection shows them. */
export { RUNNERS, runnerNamed } from './registry.ts';
