/** `unflake quarantine check`: which tests can be released, which entries have expired, and which nobody has looked at. */
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { checkEntry } from '../experiment/quarantine/check-entry.ts';
import { brokenCaps } from '../experiment/quarantine/quarantine-entry.ts';
import { closing } from './lib/closing.ts';
import { openStore } from './lib/open-store.ts';
import { QUARANTINE_CHECK } from './lib/outputs/quarantine.ts';
import { entryHistory } from './lib/quarantine/entry-history.ts';
import { openQuarantine } from './lib/quarantine/open-quarantine.ts';
import type { QuarantineCheckResult } from './lib/quarantine/results.ts';
import { requireRoot } from './lib/require-root.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

const RATE = 0.01;

export const quarantineCheckTool = defineTool({
  name: 'quarantine_check',
  command: 'quarantine check',
  summary: 'say which quarantined tests can be released, which entries have expired, and which nobody has looked at',
  examples: [
    { line: 'quarantine check', does: 'with the results that the history has' },
    { line: 'quarantine check --rate 0.05', does: 'proposes tests that pass often enough for this bound' },
  ],
  input: z.object({
    ...PLACE,
    rate: z
      .number()
      .positive()
      .max(0.5)
      .default(RATE)
      .describe('Failure rate that the passes of a test must rule out, at 95 % confidence, before it can be released'),
  }),
  output: QUARANTINE_CHECK,
  positionals: [],
  async run(given, context): Promise<QuarantineCheckResult> {
    const root = requireRoot(given.root, context);
    const { file, caps, today } = await openQuarantine(given, context);
    const store = await openStore(root, given.store, context);
    await using _store = closing(store);
    const checks = [];
    for (const entry of file.entries)
      checks.push(checkEntry(entry, await entryHistory(store.history, entry), today, given.rate));
    return { file: file.path, checks, problems: brokenCaps(file.entries, caps) };
  },
  exitCode: ({ checks, problems }) =>
    problems.length > 0 || checks.some(({ state }) => state !== 'kept') ? EXIT.found : EXIT.done,
});
