/** The list of runners. A new one is a file of its own and a line here. */
import type { RunnerAdapter } from '../contract/runner.ts';

export const RUNNERS: readonly RunnerAdapter[] = [];

export function runnerNamed(name: string): RunnerAdapter | undefined {
  return RUNNERS.find((runner) => runner.name === name);
}
