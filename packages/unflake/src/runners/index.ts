/** All runners by name, in the order in which detection shows them, and the patterns of what each prints about a test. */
export { COMMON_PRINTED_NAMES } from './printed-names/common.ts';
export { RUNNERS, runnerNamed } from './registry.ts';
