/** The list of runners, in the order in which detection shows them. A new one is a file of its own and a line here. */
import type { RunnerAdapter } from '../contract/runner.ts';
import { nodeTest } from './node-test.ts';

export const RUNNERS: readonly RunnerAdapter[] = [nodeTest];

export function runnerNamed(name: string): RunnerAdapter | undefined {
  return RUNNERS.find((runner) => runner.name === name);
}
