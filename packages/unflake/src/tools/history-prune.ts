/** `unflake history prune`: removes old results; the counts of their days stay. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { closing } from './lib/closing.ts';
import { loadConfig } from './lib/config.ts';
import type { PruneResult } from './lib/history/results.ts';
import { openStore } from './lib/open-store.ts';
import { PRUNE } from './lib/outputs/history.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

const KEPT_DAYS = 180;
const DAY_MS = 86_400_000;

export const historyPruneTool = defineTool({
  name: 'history_prune',
  command: 'history prune',
  summary: 'remove old results from the history; daily counts stay',
  examples: [
    { line: 'history prune --dry-run', does: 'how many results are older than the time that the config file keeps' },
    { line: 'history prune --keep-days 90', does: 'keeps the results of 90 days' },
  ],
  input: z.object({
    ...PLACE,
    keepDays: z
      .number()
      .int()
      .min(1)
      .optional()
      .describe(`Days whose results are kept; by default \`history.keepDays\` of the config file, else ${KEPT_DAYS}`),
    dryRun: z.boolean().default(false).describe('Count only'),
  }),
  output: PRUNE,
  positionals: [],
  async run(given, context): Promise<PruneResult> {
    const root = resolve(context.cwd, given.root ?? '.');
    const store = await openStore(root, given.store, context);
    await using _store = closing(store);
    const { history } = await loadConfig(root, given.config && resolve(context.cwd, given.config));
    const keptDays = given.keepDays ?? history.keepDays ?? KEPT_DAYS;
    const beforeMs = context.clock.currentTimeMillis() - keptDays * DAY_MS;
    const results = await store.history.prune(beforeMs, given.dryRun);
    const { dryRun } = given;
    return {
      store: store.place,
      before: new Date(beforeMs).toISOString(),
      results,
      dryRun,
      size: await store.history.size(),
    };
  },
  exitCode: () => EXIT.done,
});
