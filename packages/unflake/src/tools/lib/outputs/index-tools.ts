/** Results of the tools that build, describe or search the index. */
import * as z from 'zod';
import type { IndexResult, IndexStatusResult, SearchResult } from '../tool-results.ts';
import { COUNT, LINE, MOMENT } from './parts.ts';

export const PROBLEMS = z.array(z.strictObject({ file: z.string(), why: z.string() }));
const WHERE = { root: z.string(), index: z.string() };
const COUNTS = { files: COUNT, lines: COUNT, definitions: COUNT, tests: COUNT, problems: PROBLEMS };

export const INDEX = z.strictObject({
  ...WHERE,
  ...COUNTS,
  read: COUNT,
  removed: COUNT,
  complete: z.boolean(),
}) satisfies z.ZodType<IndexResult>;

export const INDEX_STATUS = z.discriminatedUnion('exists', [
  z.strictObject({ ...WHERE, exists: z.literal(false) }),
  z.strictObject({
    ...WHERE,
    exists: z.literal(true),
    refreshedAt: MOMENT.nullable(),
    stale: z.strictObject({ changed: COUNT, added: COUNT, removed: COUNT }),
    calls: z.strictObject({ sure: COUNT, may: COUNT, outside: COUNT, unresolved: COUNT }),
    ...COUNTS,
  }),
]) satisfies z.ZodType<IndexStatusResult>;

export const SEARCH = z.strictObject({
  root: z.string(),
  query: z.string(),
  hits: z.array(
    z.strictObject({
      what: z.enum(['function', 'method', 'class', 'test', 'fixture', 'group', 'text']),
      name: z.string(),
      file: z.string(),
      line: LINE,
      score: z.number().min(0).max(100),
    }),
  ),
  found: COUNT,
  problems: PROBLEMS,
}) satisfies z.ZodType<SearchResult>;
