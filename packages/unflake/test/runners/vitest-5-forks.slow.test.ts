/** Trials of Vitest 5 in forks. */
import { forksForTrials } from './vitest-fork.ts';

forksForTrials('5.1.0');
