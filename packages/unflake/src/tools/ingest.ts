/** `unflake ingest <files…>`: test results from CI into the history. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { closing } from './lib/closing.ts';
import type { IngestResult } from './lib/history/results.ts';
import { openStore } from './lib/open-store.ts';
import { INGEST } from './lib/outputs/history.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

const text = (what: string) => z.string().min(1).optional().describe(what);

export const ingestTool = defineTool({
  name: 'ingest',
  command: 'ingest',
  summary: 'put test results from CI into the history: JUnit XML, TAP, go test -json',
  examples: [
    { line: 'ingest reports/junit.xml', does: 'in a CI job: commit, branch and run come from its variables' },
    { line: 'ingest target/surefire-reports', does: 'every report in a folder' },
    { line: 'ingest junit.xml --commit 3f2a9c1 --run 8812 --attempt 2', does: 'of another machine, by hand' },
    { line: 'ingest --runs runs.jsonl', does: 'many runs at once: a line of JSON for each, with its files' },
  ],
  input: z.object({
    ...PLACE,
    files: z.array(z.string().min(1)).default([]).describe('Reports, or folders with reports (*.xml, *.tap)'),
    runs: text('File with a line of JSON a run: {"files": […], "commit": …} and the other flags below'),
    commit: text('Commit that was tested; by default that of the CI job or of the checkout'),
    branch: text('Branch that was tested; by default as for the commit'),
    run: text('Id of the run or pipeline'),
    job: text('Name of the job; parts of a split job have names of their own'),
    attempt: z.number().int().min(0).optional().describe('Number of the attempt of this job'),
    machine: text('Machine that ran the tests'),
    at: text('When they ran, as 2026-03-01T10:00:00Z; by default what the report says, else now'),
  }),
  output: INGEST,
  positionals: ['files'],
  // Its lines name files that a service would have to check one by one.
  onlyTerminal: ['runs'],
  async run(given, context): Promise<IngestResult> {
    const { ingest } = await import('./lib/history/ingest.ts');
    const root = resolve(context.cwd, given.root ?? '.');
    const store = await openStore(root, given.store, context);
    await using _store = closing(store);
    return await ingest(given, store, root, context);
  },
  exitCode: () => EXIT.done,
});
