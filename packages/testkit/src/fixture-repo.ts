/** A small repository of its own for every test: the same content, environment and commits on every machine. */

export { commitAll, type GitOptions } from './fixture-repo/commit-all.ts';
export {
  createDeterministicRepo,
  type DeterministicRepo,
  type DeterministicRepoOptions,
} from './fixture-repo/create-deterministic-repo.ts';
