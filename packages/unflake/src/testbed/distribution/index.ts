/** Distribution checks: what the rest of unflake uses of them. */
export type {
  DistArchive,
  DistBuild,
  DistCommand,
  DistOptions,
  DistProblem,
  DistResult,
  DistRun,
  RunDistCommand,
} from './model.ts';
export { DIST_BUILDS } from './model.ts';
export { runDist } from './run-dist.ts';
