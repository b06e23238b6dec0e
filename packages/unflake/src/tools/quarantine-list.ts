/** `unflake quarantine list`: the tests in quarantine. */
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { QUARANTINE_LIST } from './lib/outputs/quarantine.ts';
import { openQuarantine } from './lib/quarantine/open-quarantine.ts';
import type { QuarantineListResult } from './lib/quarantine/results.ts';
import { requireRoot } from './lib/require-root.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

export const quarantineListTool = defineTool({
  name: 'quarantine_list',
  command: 'quarantine list',
  summary: 'list the tests in quarantine, with owner and end',
  examples: [{ line: 'quarantine list', does: 'what unflake.quarantine.json in this folder has' }],
  input: z.object(PLACE),
  output: QUARANTINE_LIST,
  positionals: [],
  async run(given, context): Promise<QuarantineListResult> {
    requireRoot(given.root, context);
    const { file, caps } = await openQuarantine(given, context);
    return { file: file.path, entries: file.entries, caps };
  },
  exitCode: () => EXIT.done,
});
