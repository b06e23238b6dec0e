/** `unflake report <case>`: a recorded case for people, as text, Markdown, one HTML file, or a GitHub summary. */
import { resolve } from 'node:path';
import { z } from 'zod';
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
    { line: 'report latest --format github --out "$GITHUB_STEP_SUMMARY"', does: 'in a workflow' },
  ],
  input: z.object({
    ...PLACE,
    case: z.string().min(1).default('latest').describe('The id of the case, a unique prefix of it, or `latest`'),
    format: z.enum(REPORT_FORMATS).default('text').describe('What to write'),
    out: z.string().min(1).optional().describe('File to write; by default the standard output'),
  }),
  output: REPORT,
  positionals: ['case'],
  onlyTerminal: ['format', 'out'],
  async run(given, context): Promise<ReportResult> {
    const store = await openStore(resolve(context.cwd, given.root ?? '.'), given.store, context);
    await using _store = closing(store);
    return {
      record: await caseRecord(store, await store.findCase(given.case)),
      format: given.format,
      out: given.out ?? null,
    };
  },
  exitCode: () => EXIT.done,
});
