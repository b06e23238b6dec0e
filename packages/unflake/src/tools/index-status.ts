/** `unflake index-status`: the contents of the index, whether it is up to date, and how many calls it could resolve. */
import { existsSync } from 'node:fs';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { openIndex } from '../scan/index/index-file.ts';
import { totals } from '../scan/index/refresh-index.ts';
import { staleFiles } from '../scan/index/stale-files.ts';
import { graphOf } from '../scan/reach/open-reach.ts';
import { INDEX_PLACE, indexPlace } from './lib/index-place.ts';
import { INDEX_STATUS } from './lib/outputs/index-tools.ts';
import { defineTool } from './lib/tool.ts';
import type { IndexStatusResult } from './lib/tool-results.ts';

export const indexStatusTool = defineTool({
  name: 'index_status',
  command: 'index-status',
  summary: 'show what the index contains, whether it is current, and how many calls it could resolve',
  examples: [{ line: 'index-status', does: 'of the project in this folder' }],
  input: z.object(INDEX_PLACE),
  output: INDEX_STATUS,
  positionals: [],
  async run(given, context): Promise<IndexStatusResult> {
    const { root, index, files } = await indexPlace(given, context);
    if (!existsSync(index)) return { root, index, exists: false };
    const open = openIndex(index);
    try {
      const known = open.files();
      const { graph, problems } = graphOf(open, { root, files });
      const all = totals(known);
      const refreshedAtMs = open.refreshedAtMs();
      return {
        root,
        index,
        exists: true,
        refreshedAt: refreshedAtMs === null ? null : new Date(refreshedAtMs).toISOString(),
        ...all,
        problems: [...all.problems, ...problems],
        stale: staleFiles(root, files, known),
        calls: graph.calls,
      };
    } finally {
      open.close();
    }
  },
  exitCode: () => EXIT.done,
});
