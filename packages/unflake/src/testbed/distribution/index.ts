/** The interface of the distribution checks. */
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
