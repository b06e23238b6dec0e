/** `unflake index`: builds or updates the repository's index. */
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { openIndex, removeIndex } from '../scan/index/index-file.ts';
import { refreshIndex } from '../scan/index/refresh-index.ts';
import { INDEX_PLACE, indexPlace } from './lib/index-place.ts';
import { INDEX } from './lib/outputs/index-tools.ts';
import { defineTool } from './lib/tool.ts';
import type { IndexResult } from './lib/tool-results.ts';

export const buildIndexTool = defineTool({
  name: 'build_index',
  command: 'index',
  summary: "build or update the repository's index of tests, definitions and calls",
  examples: [
    { line: 'index', does: 'of the project in this folder; what has not changed is not read again' },
    { line: 'index --fresh', does: 'from nothing' },
  ],
  input: z.object({
    ...INDEX_PLACE,
    fresh: z.boolean().default(false).describe('Read every file again'),
  }),
  output: INDEX,
  positionals: [],
  async run(given, context): Promise<IndexResult> {
    const { root, index, files, problems } = await indexPlace(given, context);
    if (given.fresh) removeIndex(index);
    const open = openIndex(index);
    try {
      const nowMs = context.clock.currentTimeMillis();
      const refreshed = await refreshIndex(open, { root, files, nowMs, signal: context.signal });
      return { root, index, ...refreshed, problems: [...problems, ...refreshed.problems] };
    } finally {
      open.close();
    }
  },
  exitCode: ({ complete }) => (complete ? EXIT.done : EXIT.interrupted),
});
