/** `unflake search`: tests, symbols and text of the repository, the best matches first. */
import { existsSync } from 'node:fs';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import { openIndex } from '../scan/index/index-file.ts';
import { refreshIndex } from '../scan/index/refresh-index.ts';
import { SEARCHED, search } from '../scan/index/search.ts';
import { INDEX_PLACE, indexPlace } from './lib/index-place.ts';
import { SEARCH } from './lib/outputs/index-tools.ts';
import { defineTool } from './lib/tool.ts';
import type { SearchResult } from './lib/tool-results.ts';

export const searchTool = defineTool({
  name: 'search',
  command: 'search',
  summary: 'search the repository for tests, symbols and text',
  examples: [
    { line: 'search new_in_memory', does: 'wherever it is defined or mentioned' },
    { line: "search 'list bid years' --in tests", does: 'tests whose names have these words' },
    { line: 'search Store --as-is', does: 'in the index as it is, without reading changed files first' },
    { line: 'search Store --in symbols --most 5', does: 'functions, methods, classes and fixtures' },
  ],
  input: z.object({
    ...INDEX_PLACE,
    query: z.string().min(1).describe('A name, the beginning of one, words of it, or text'),
    in: z.array(z.enum(SEARCHED)).optional().describe('What to search; by default everything'),
    asIs: z.boolean().default(false).describe('Search the index as it is, without reading what has changed since'),
    most: z.number().int().min(1).max(1_000).default(20).describe('How many results to show'),
  }),
  output: SEARCH,
  positionals: ['query'],
  async run(given, context): Promise<SearchResult> {
    const { root, index, files, problems } = await indexPlace(given, context);
    if (given.asIs && !existsSync(index))
      throw new UnflakeError('NO_INDEX', `there is no index of ${root}`, { root, index });
    const open = openIndex(index);
    try {
      const nowMs = context.clock.currentTimeMillis();
      const refreshed = given.asIs
        ? { problems: [] }
        : await refreshIndex(open, { root, files, nowMs, signal: context.signal });
      const kinds = given.in ?? SEARCHED;
      const { hits, found } = search(open.facts(), { root, files, query: given.query, kinds, most: given.most });
      return { root, query: given.query, hits, found, problems: [...problems, ...refreshed.problems] };
    } finally {
      open.close();
    }
  },
  exitCode: () => EXIT.done,
});
