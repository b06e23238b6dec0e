/** `unflake env run`: runs steps in their environments, builds what is missing and rebuilds what cannot be trusted. */
import { availableParallelism } from 'node:os';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { openWorkspace } from '../engine/trial-workspace.ts';
import { readTimes } from '../testbed/times.ts';
import { closing } from './lib/closing.ts';
import { ENV_PLACE, openTestbed } from './lib/env/open-testbed.ts';
import type { EnvRunResult } from './lib/env/results.ts';
import { runSuite } from './lib/env/run-suite.ts';
import type { Session } from './lib/env/session.ts';
import { wantedSteps } from './lib/env/wanted-steps.ts';
import { ENV_RUN } from './lib/outputs/env.ts';
import { defineTool, type ToolContext } from './lib/tool.ts';

/** The same time as in the bash library. */
const WAIT_S = 600;
const TIMEOUT_S = 3_600;

export const envRunTool = defineTool({
  name: 'env_run',
  command: 'env run',
  summary: 'run the steps of a layered suite, and rebuild what cannot be trusted',
  examples: [
    { line: 'env run', does: 'the whole suite: sequential steps in order, independent ones in parallel' },
    { line: 'env run 03-dist', does: 'one step, after the prerequisites that are not complete' },
    { line: 'env run foundation', does: 'the foundation, from scratch' },
    { line: 'env run --jobs 1 --suite tests', does: 'one at a time, of the steps in tests' },
  ],
  input: z.object({
    ...ENV_PLACE,
    steps: z.array(z.string().min(1)).optional().describe('Steps to run; by default all but the foundation'),
    jobs: z.number().int().min(1).max(256).optional().describe('Steps in parallel; by default one per CPU'),
    wait: z
      .number()
      .min(0)
      .optional()
      .describe(`Seconds to wait for an environment that another run holds; by default ${WAIT_S}`),
    timeout: z
      .number()
      .positive()
      .default(TIMEOUT_S)
      .describe('Seconds after which a step is ended with all its processes'),
  }),
  output: ENV_RUN,
  positionals: ['steps'],
  async run(given, context): Promise<EnvRunResult> {
    const startedAt = context.clock.currentTimeMillis();
    const testbed = await openTestbed(given, context);
    const wanted = wantedSteps(testbed.graph, given.steps ?? []);
    const workspace = openWorkspace({ env: context.env, extraEnv: testbed.config.env });
    await using _workspace = closing(workspace);
    const session: Session = {
      testbed,
      workspace,
      context,
      jobs: given.jobs ?? availableParallelism(),
      waitMs: 1_000 * (given.wait ?? waitOf(context) ?? testbed.config.testbed.wait ?? WAIT_S),
      timeBoxMs: 1_000 * given.timeout,
      times: readTimes(testbed.places.envs),
      asked: new Set(wanted.map(({ name }) => name)),
      results: [],
      rebuilt: [],
      foundation: 'none',
    };
    await runSuite(session, wanted).catch((error: unknown) => {
      // Steps that have finished are still reported.
      if (!context.signal.aborted) throw error;
    });
    const { suite, envs } = testbed.places;
    const { results: steps, rebuilt, foundation } = session;
    return { suite, envs, foundation, steps, rebuilt, ms: context.clock.currentTimeMillis() - startedAt };
  },
  exitCode: ({ steps }) => (steps.every(({ outcome }) => outcome === 'passed') ? EXIT.done : EXIT.found),
});

function waitOf({ env }: ToolContext): number | null {
  const seconds = Number(env.UNFLAKE_ENV_WAIT || Number.NaN);
  return seconds >= 0 ? seconds : null;
}
