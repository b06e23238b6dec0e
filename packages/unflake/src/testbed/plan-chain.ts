/** Decides what an environment needs before a step can run in it: whether to rebuild it, and which prerequisites to run. Runs nothing. */
import { type EnvironmentState, pollution } from './environment-state.ts';
import type { Markers } from './markers.ts';
import type { StepGraph } from './prerequisites.ts';
import type { SuiteStep } from './step.ts';

export interface ChainPlan {
  /** Why the environment is rebuilt; null if it is used as it is. */
  readonly rebuild: Exclude<EnvironmentState, { state: 'clean' | 'locked' }> | null;
  /** Prerequisites to run, in order, each once. */
  readonly run: readonly SuiteStep[];
}

/** `state` is that for the step; the caller has already waited for a locked environment. */
export function planChain(graph: StepGraph, step: string, state: EnvironmentState, markers: Markers): ChainPlan {
  const before = graph.before(step);
  if (state.state === 'locked') throw new Error(`planChain was asked for ${step} before its environment was free`);
  if (state.state !== 'clean') return { rebuild: state, run: before };
  const missing = before.filter(({ name }) => !markers.complete.has(name));
  // A prerequisite that was skipped earlier has the same question: has any later step run?
  for (const { name } of missing) {
    const polluted = pollution(markers, graph.later(name));
    if (polluted !== null) return { rebuild: polluted, run: before };
  }
  return { rebuild: null, run: missing };
}
