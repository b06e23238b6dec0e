/** `unflake history`: what CI says about the tests, those that hurt most first; and all that is known about one of them. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { CAUSES } from '../contract/cause.ts';
import { EXIT } from '../contract/exit-codes.ts';
import { closing } from './lib/closing.ts';
import { historyPage, testHistory } from './lib/history/history-page.ts';
import { HISTORY_SORTS, type HistoryResultPage } from './lib/history/results.ts';
import { openStore } from './lib/open-store.ts';
import { HISTORY } from './lib/outputs/history.ts';
import { readQuarantine } from './lib/quarantine/quarantine-file.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

const PAGE = 25;
const TIMELINE = 200;
const STATUSES = ['healthy', 'flaky', 'broken', 'fixed', 'quarantined'] as const;
const CAUSE_NAMES = [...Object.keys(CAUSES), ...Object.values(CAUSES).flat()];

export const historyTool = defineTool({
  name: 'history',
  command: 'history',
  summary: 'show which tests hurt in CI: status, rate, since when; or the history of one test',
  examples: [
    { line: 'history', does: 'the tests that hurt most' },
    { line: 'history --status flaky --limit 100', does: 'all flaky tests' },
    {
      line: 'history --cause timing --sort rate',
      does: 'those that were diagnosed as timing, the most frequent failures first',
    },
    { line: 'history --commit 3f2a9c1', does: 'what failed in the jobs of a commit, and which of it is flaky' },
    { line: 'history tests/test_cart.py::test_total', does: 'one test: its evidence, timeline, failures and cases' },
  ],
  input: z.object({
    ...PLACE,
    test: z.string().min(1).optional().describe('A test, or a part of its name that no other test has'),
    status: z.array(z.enum(STATUSES)).optional().describe('Only tests with one of these'),
    filter: z.string().min(1).optional().describe('Only tests whose id contains this'),
    cause: z.enum(CAUSE_NAMES).optional().describe('Only tests whose newest diagnosis names this cause'),
    owner: z.string().min(1).optional().describe('Only tests that this owner has in quarantine'),
    file: z.string().min(1).optional().describe('Only tests of files whose path contains this'),
    branch: z.string().min(1).optional().describe('Only tests that failed on this branch'),
    commit: z
      .string()
      .min(4)
      .optional()
      .describe('Only tests that failed on this commit; the beginning of its hash is enough'),
    sort: z.enum(HISTORY_SORTS).default('hurt').describe('By what the tests are ordered'),
    trend: z.boolean().default(false).describe('Count failures on unchanged code by day, and tests by status'),
    limit: z.number().int().min(1).max(1_000).default(PAGE).describe('Tests on a page'),
    offset: z.number().int().min(0).default(0).describe('Tests before the page'),
    results: z.number().int().min(1).max(10_000).default(TIMELINE).describe('Results in the timeline of one test'),
  }),
  output: HISTORY,
  positionals: ['test'],
  async run(given, context): Promise<HistoryResultPage> {
    const root = resolve(context.cwd, given.root ?? '.');
    const store = await openStore(root, given.store, context);
    await using _store = closing(store);
    const query = {
      status: given.status ?? null,
      filter: given.filter ?? null,
      cause: given.cause ?? null,
      owner: given.owner ?? null,
      file: given.file ?? null,
      branch: given.branch ?? null,
      commit: given.commit ?? null,
      sort: given.sort,
      trend: given.trend,
      diagnosed: async () => (await store.cases()).filter(({ verdict }) => verdict !== null).map(({ test }) => test),
      limit: given.limit,
      offset: given.offset,
      nowMs: context.clock.currentTimeMillis(),
      quarantine: (await readQuarantine(root)).entries,
    };
    const found =
      given.test === undefined
        ? await historyPage(store.history, query)
        : await testHistory(store.history, given.test, given.results, query);
    return { store: store.place, ...found };
  },
  exitCode: () => EXIT.done,
});
