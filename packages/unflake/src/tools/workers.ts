/** `unflake workers`: the workers of a database, what each runs, and which cases wait for them. It reads, and so does not load the queue. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { isPostgresAddress } from '../store/postgres/address.ts';
import { storeAddress } from './lib/open-store.ts';
import { WORKERS } from './lib/outputs/workers.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import type { WorkersResult } from './lib/workers/results.ts';

export const workersTool = defineTool({
  name: 'workers',
  command: 'workers',
  summary: 'list the workers: machine, what they run, since when, last sign of life',
  examples: [
    { line: 'workers', does: 'those that use the database of this project' },
    { line: 'workers --json', does: 'as JSON, for scripts' },
  ],
  input: z.object({ root: PLACE.root, store: PLACE.store }),
  output: WORKERS,
  positionals: [],
  async run(given, context): Promise<WorkersResult> {
    const address = await storeAddress(resolve(context.cwd, given.root ?? '.'), given.store, context);
    if (!isPostgresAddress(address)) {
      const at = new Date(context.clock.currentTimeMillis()).toISOString();
      return { kind: 'SQLite', store: address, at, workers: [], work: [] };
    }
    const { listWorkers } = await import('./lib/workers/list-workers.ts');
    return listWorkers(address);
  },
  exitCode: () => EXIT.done,
});
