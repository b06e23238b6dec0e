/** Distribution checks: what the rest of unflake uses of them. */
export type * from './model.ts';
export { DIST_BUILDS } from './model.ts';
export { runDist } from './run-dist.ts';
