/** Turns the user's arguments into steps, in order. */
import { UnflakeError } from '../../../contract/faults.ts';
import type { StepGraph } from '../../../testbed/prerequisites.ts';
import type { SuiteStep } from '../../../testbed/step.ts';
import { didYouMean } from '../near-match.ts';

/** All but the foundation if none was named. A step may be named by its file. */
export function wantedSteps(graph: StepGraph, named: readonly string[]): readonly SuiteStep[] {
  if (named.length === 0) return graph.steps.filter(({ kind }) => kind !== 'foundation');
  const wanted = new Set(named.map((name) => stepNamed(graph, name).name));
  return graph.steps.filter(({ name }) => wanted.has(name));
}

function stepNamed(graph: StepGraph, name: string): SuiteStep {
  const bare = name.slice(name.lastIndexOf('/') + 1);
  const step = graph.find(name) ?? graph.find(bare) ?? graph.find(bare.replace(/\.[^.]+$/, ''));
  if (step !== undefined) return step;
  const known = graph.steps.map((one) => one.name);
  throw new UnflakeError('ENV_UNKNOWN_STEP', `there is no step \`${name}\`${didYouMean(name, known)}`, {
    step: name,
    known,
  });
}
