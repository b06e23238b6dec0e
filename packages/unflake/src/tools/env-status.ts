/** `unflake env status`: every environment of the suite and its state, one line each. */
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { readTimes } from '../testbed/times.ts';
import { environmentNames, explainEnvironments } from './lib/env/explain.ts';
import { ENV_PLACE, openTestbed } from './lib/env/open-testbed.ts';
import { polluted } from './lib/env/polluted.ts';
import type { EnvStatusResult } from './lib/env/results.ts';
import { ENV_STATUS } from './lib/outputs/env.ts';
import { defineTool } from './lib/tool.ts';

export const envStatusTool = defineTool({
  name: 'env_status',
  command: 'env status',
  summary: 'list the environments, and whether their state can be trusted',
  examples: [
    { line: 'env status', does: 'all environments of the suite' },
    { line: 'env status --json', does: 'for a script; the exit status is 1 when one is dirty, stale or foreign' },
  ],
  input: z.object({ ...ENV_PLACE }),
  output: ENV_STATUS,
  positionals: [],
  async run(given, context): Promise<EnvStatusResult> {
    const testbed = await openTestbed(given, context);
    const times = readTimes(testbed.places.envs);
    const environments = await Promise.all(
      environmentNames(testbed).map((name) => explainEnvironments(testbed, name, times)),
    );
    return { suite: testbed.places.suite, envs: testbed.places.envs, environments };
  },
  exitCode: ({ environments }) => (environments.some(polluted) ? EXIT.found : EXIT.done),
});
