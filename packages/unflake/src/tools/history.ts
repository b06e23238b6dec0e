/** `unflake history`: what CI says about the tests, those that hurt most first; and all that is known about one of them. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { closing } from './lib/closing.ts';
import { historyPage, testHistory } from './lib/history/history-page.ts';
import { requireHistory } from './lib/history/require-history.ts';
import type { HistoryResultPage } from './lib/history/results.ts';
import { openStore } from './lib/open-store.ts';
import { HISTORY } from './lib/outputs/history.ts';
import { readQuarantine } from './lib/quarantine/quarantine-file.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

const PAGE = 25;
const TIMELINE = 200;
const STATUSES = ['healthy', 'flaky', 'broken', 'fixed', 'quarantined'] as const;

export const historyTool = defineTool({
  name: 'history',
  command: 'history',
  summary: 'show which tests hurt in CI: status, rate, since when; or the history of one test',
  examples: [
    { line: 'history', does: 'the tests that hurt most' },
    { line: 'history --status flaky --limit 100', does: 'all flaky tests' },
    { line: 'history tests/test_cart.py::test_total', does: 'one test: its evidence, timeline, failures and cases' },
  ],
  input: z.object({
    ...PLACE,
    test: z.string().min(1).optional().describe('A test, or a part of its name that no other test has'),
    status: z.array(z.enum(STATUSES)).optional().describe('Only tests with one of these'),
    filter: z.string().min(1).optional().describe('Only tests whose id contains this'),
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
      limit: given.limit,
      offset: given.offset,
      nowMs: context.clock.currentTimeMillis(),
      quarantine: (await readQuarantine(root)).entries,
    };
    const found =
      given.test === undefined
        ? await historyPage(requireHistory(store), query)
        : await testHistory(requireHistory(store), given.test, given.results, query);
    return { store: store.place, ...found };
  },
  exitCode: () => EXIT.done,
});
