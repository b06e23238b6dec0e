/** `unflake report <case>`: a recorded case for people, as text, Markdown, one HTML file, or a GitHub summary. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { caseRecord } from './lib/case/case-record.ts';
import { closing } from './lib/closing.ts';
import { openStore } from './lib/open-store.ts';
import { REPORT } from './lib/outputs/cases.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import { REPORT_FORMATS, type ReportResult } from './lib/tool-results.ts';

export const reportTool = defineTool({
  name: 'report',
  command: 'report',
  summary: 'show a recorded case as text, Markdown, HTML with plots, or JSON',
  examples: [
    { line: 'report latest', does: 'the newest case, in the terminal' },
    { line: 'report c-7f3k2m --format html --out flaky.html', does: 'one file with plots, to open or to send' },
    { line: 'report --site flaky-site', does: 'all cases and hunts as pages that open from disk' },
    { line: 'report latest --format github --out "$GITHUB_STEP_SUMMARY"', does: 'in a workflow' },
  ],
  input: z.object({
    ...PLACE,
    case: z.string().min(1).default('latest').describe('The id of the case, a unique prefix of it, or `latest`'),
    format: z.enum(REPORT_FORMATS).default('text').describe('What to write'),
    out: z.string().min(1).optional().describe('File to write; by default the standard output'),
    site: z
      .string()
      .min(1)
      .optional()
      .describe('Folder to write the pages of the dashboard to, with all cases and hunts; they open from disk'),
  }),
  output: REPORT,
  positionals: ['case'],
  onlyTerminal: ['format', 'out', 'site'],
  async run(given, context): Promise<ReportResult> {
    const store = await openStore(resolve(context.cwd, given.root ?? '.'), given.store, context);
    await using _store = closing(store);
    const record = await caseRecord(store, await store.findCase(given.case));
    const result = { record, format: given.format, out: given.out ?? null };
    if (given.site === undefined) return result;
    const { writeSite } = await import('./lib/site/write-site.ts');
    const { root, store: file, config } = given;
    const folder = resolve(context.cwd, given.site);
    return { ...result, site: await writeSite(folder, { root, store: file, config }, store, context) };
  },
  exitCode: () => EXIT.done,
});
