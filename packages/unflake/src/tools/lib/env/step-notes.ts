/** Notes on a step's run besides its outcome: that it started from its own leftovers, and which step may be missing before it. */
import type { Markers } from '../../../testbed/markers.ts';
import type { StepGraph } from '../../../testbed/prerequisites.ts';
import type { SuiteStep } from '../../../testbed/step.ts';
import type { StepOutcome } from './results.ts';

/** Null unless the step is already complete in the environment in which it is about to run. `markers` are those before it starts. */
export function startNote({ name, kind }: SuiteStep, environment: string, { complete }: Markers): string | null {
  if (kind !== 'sequential' || !complete.has(name)) return null;
  return `${name} is complete in ${environment} already: it starts from what its own last run left there, not from what the step before left. \`unflake env clean ${environment}\` rebuilds it.`;
}

/** Null unless the step did not pass in an environment in which the step before it has not run. */
export function lackNote(
  graph: StepGraph,
  { name, kind }: SuiteStep,
  environment: string,
  { complete }: Markers,
  outcome: StepOutcome,
): string | null {
  if (kind !== 'sequential' || outcome === 'passed' || outcome === 'interrupted') return null;
  const chain = graph.steps.filter((step) => step.kind === 'sequential');
  const before = chain[chain.findIndex((step) => step.name === name) - 1];
  if (before === undefined || complete.has(before.name)) return null;
  return `${before.name}, the step before it, has not run in ${environment}, because ${name} does not name it as a prerequisite. If ${name} builds on it, name it.`;
}
