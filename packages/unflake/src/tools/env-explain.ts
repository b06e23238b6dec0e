/** `unflake env explain`: why an environment is in its state, who holds it, and what a run would rebuild. */
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import { readTimes } from '../testbed/times.ts';
import { environmentNames, explainEnvironments } from './lib/env/explain.ts';
import { ENV_PLACE, openTestbed, type Testbed } from './lib/env/open-testbed.ts';
import { polluted } from './lib/env/polluted.ts';
import type { EnvStatusResult } from './lib/env/results.ts';
import { didYouMean } from './lib/near-match.ts';
import { ENV_STATUS } from './lib/outputs/env.ts';
import { defineTool } from './lib/tool.ts';

export const envExplainTool = defineTool({
  name: 'env_explain',
  command: 'env explain',
  summary: 'explain why an environment is clean, dirty, stale, foreign or locked, and what a run would do',
  examples: [
    { line: 'env explain', does: 'every environment' },
    { line: 'env explain sequential', does: 'the one that sequential steps share' },
    { line: 'env explain 03-dist', does: 'the environment of a step' },
  ],
  input: z.object({
    ...ENV_PLACE,
    environment: z.string().min(1).optional().describe('Environment or step; by default all environments'),
  }),
  output: ENV_STATUS,
  positionals: ['environment'],
  async run(given, context): Promise<EnvStatusResult> {
    const testbed = await openTestbed(given, context);
    const times = readTimes(testbed.places.envs);
    const names = given.environment === undefined ? environmentNames(testbed) : [named(testbed, given.environment)];
    const environments = await Promise.all(names.map((name) => explainEnvironments(testbed, name, times)));
    return { suite: testbed.places.suite, envs: testbed.places.envs, environments };
  },
  exitCode: ({ environments }) => (environments.some(polluted) ? EXIT.found : EXIT.done),
});

function named(testbed: Testbed, name: string): string {
  const known = environmentNames(testbed);
  if (known.includes(name)) return name;
  const step = testbed.graph.find(name);
  if (step !== undefined) return step.environment;
  const message = `there is no environment \`${name}\`${didYouMean(name, known)}`;
  throw new UnflakeError('ENV_UNKNOWN_STEP', message, { environment: name, known });
}
