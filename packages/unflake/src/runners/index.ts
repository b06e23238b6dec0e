/** Every runner by name, in the order in which detection shows them; and what any of them may print about a test. */
export { COMMON_PRINTED_NAMES } from './printed-names/common.ts';
export { RUNNERS, runnerNamed } from './registry.ts';
