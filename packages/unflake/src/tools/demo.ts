/** `unflake demo`: diagnoses the flaky suite that ships with unflake and writes an HTML report. Requires only node. */

import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import type { Store } from '../store/port.ts';
import { isPostgresAddress } from '../store/postgres/address.ts';
import { diagnose } from './diagnose.ts';
import { cachePath } from './lib/cache-path.ts';
import { caseRecord } from './lib/case/case-record.ts';
import { closing } from './lib/closing.ts';
import { openStore } from './lib/open-store.ts';
import { DEMO as OUTPUT } from './lib/outputs/cases.ts';
import { defineTool, type ToolContext } from './lib/tool.ts';
import type { DemoResult } from './lib/tool-results.ts';

const DEMO = fileURLToPath(new URL('../../demo', import.meta.url));
const FLAKY = 'totals the basket';

export const demoTool = defineTool({
  name: 'demo',
  command: 'demo',
  summary: 'diagnose a bundled flaky suite in under a minute',
  examples: [
    { line: 'demo', does: 'watch a diagnosis from start to end' },
    { line: 'demo --out flaky.html', does: 'and choose where its report goes' },
  ],
  input: z.object({
    seed: z
      .number()
      .int()
      .min(0)
      .max(999_999)
      .optional()
      .describe('Repeats the random draws of an earlier case; by default new, and printed'),
    store: z.string().min(1).optional().describe('File that keeps the case; by default one in your state folder'),
    out: z.string().min(1).optional().describe('HTML file to write; by default next to the store'),
  }),
  output: OUTPUT,
  positionals: [],
  async run(given, context): Promise<DemoResult> {
    const diagnosis = await diagnose({ ...given, root: DEMO, workers: false, test: FLAKY }, context);
    const store = await openStore(DEMO, given.store, context);
    await using _store = closing(store);
    const html =
      given.out === undefined
        ? join(nextTo(store, context), `${diagnosis.caseId}.html`)
        : resolve(context.cwd, given.out);
    return { record: await caseRecord(store, await store.findCase(diagnosis.caseId)), html };
  },
  exitCode: ({ record }) => (record.diagnosis.verdict === 'isolated' ? EXIT.done : EXIT.inconclusive),
});

function nextTo({ address }: Store, context: ToolContext): string {
  return isPostgresAddress(address) ? cachePath(DEMO, address, context) : dirname(address);
}
