/** `unflake env graph`: the steps, their environments and their prerequisites. */
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { FOUNDATION } from '../testbed/names.ts';
import { baseOf } from '../testbed/prerequisites.ts';
import type { StepWork, SuiteStep } from '../testbed/step.ts';
import { readTimes } from '../testbed/times.ts';
import { ENV_PLACE, openTestbed } from './lib/env/open-testbed.ts';
import type { EnvGraphResult } from './lib/env/results.ts';
import { ENV_GRAPH } from './lib/outputs/env.ts';
import { defineTool } from './lib/tool.ts';

export const envGraphTool = defineTool({
  name: 'env_graph',
  command: 'env graph',
  summary: 'show the steps, their environments, and what must be complete before each',
  examples: [
    { line: 'env graph', does: 'as a list' },
    { line: 'env graph --format dot', does: 'for Graphviz' },
  ],
  input: z.object({
    ...ENV_PLACE,
    format: z.enum(['text', 'dot']).default('text').describe('What to write'),
  }),
  output: ENV_GRAPH,
  positionals: [],
  onlyTerminal: ['format'],
  async run(given, context): Promise<EnvGraphResult> {
    const { graph, places } = await openTestbed(given, context);
    const times = readTimes(places.envs);
    const hasFoundation = graph.steps.some(({ kind }) => kind === 'foundation');
    const from = (step: SuiteStep) => {
      if (step.kind === 'foundation' || !hasFoundation) return null;
      return (step.kind === 'independent' ? baseOf(graph, step) : null) ?? FOUNDATION;
    };
    const steps = graph.steps.map((step) => ({
      step: step.name,
      kind: step.kind,
      environment: step.environment,
      from: from(step),
      after: step.after,
      needs: [
        ...(hasFoundation && step.kind !== 'foundation' ? [FOUNDATION] : []),
        ...graph.before(step.name).map(({ name }) => name),
      ],
      runs: workText(step.work),
      lastMs: times.get(step.name) ?? null,
    }));
    return { suite: places.suite, format: given.format, steps };
  },
  exitCode: () => EXIT.done,
});

function workText(work: StepWork): string {
  switch (work.kind) {
    case 'bats':
    case 'test-file':
      return work.file;
    case 'command':
      return work.file ?? work.argv.join(' ');
    default:
      return work satisfies never;
  }
}
