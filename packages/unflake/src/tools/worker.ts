/** `unflake worker`: runs trials for commands on any machine that use the same database. */
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { WORKER } from './lib/outputs/workers.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import type { WorkerResult } from './lib/workers/results.ts';

export const workerTool = defineTool({
  name: 'worker',
  command: 'worker',
  summary: 'run trials for commands that were started with --workers, on this or another machine',
  examples: [
    { line: 'worker --store postgres://unflake@db.example/tests', does: 'serve the checkout in this folder' },
    { line: 'worker --root ~/shop --fetch origin', does: 'fetch the commit that the work needs, into a worktree' },
    { line: 'worker --until-idle', does: 'in a CI job: end when there is no more work' },
  ],
  input: z.object({
    ...PLACE,
    fetch: z
      .string()
      .min(1)
      .optional()
      .describe('Remote from which commits are fetched: work for any clean commit of the repository is taken'),
    untilIdle: z.boolean().default(false).describe('End when nothing is offered that this worker takes'),
    once: z.boolean().default(false).describe('End after one unit of work'),
  }),
  output: WORKER,
  positionals: [],
  endsWhenStopped: true,
  // Help must not wait for the engine.
  async run(given, context): Promise<WorkerResult> {
    const { runWorker } = await import('./lib/workers/run-worker.ts');
    return runWorker(given, context);
  },
  exitCode: () => EXIT.done,
});
