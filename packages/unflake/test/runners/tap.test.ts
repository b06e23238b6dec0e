/** The newest tap keeps the contract of runners. */
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { tap } from '../../src/runners/tap.ts';
import { runnerContract } from '../contract/runner.ts';
import { writeTapProject } from './tap-project.ts';

runnerContract({
  name: 'tap 21.8.0',
  adapter: tap,
  age: 'newest',
  retries: 'none exist',
  fixture: async (folder) => writeTapProject(folder, await npmTools({ tap: '21.8.0' })),
});
