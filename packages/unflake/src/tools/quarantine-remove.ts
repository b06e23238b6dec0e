/** `unflake quarantine remove <test>`: takes a test off the list. */
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import { QUARANTINE_CHANGE } from './lib/outputs/quarantine.ts';
import { openQuarantine } from './lib/quarantine/open-quarantine.ts';
import { writeQuarantine } from './lib/quarantine/quarantine-file.ts';
import type { QuarantineChangeResult } from './lib/quarantine/results.ts';
import { requireRoot } from './lib/require-root.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

export const quarantineRemoveTool = defineTool({
  name: 'quarantine_remove',
  command: 'quarantine remove',
  summary: 'take a test out of quarantine',
  examples: [{ line: 'quarantine remove tests/test_cart.py::test_total', does: 'as `quarantine list` names it' }],
  input: z.object({ ...PLACE, test: z.string().min(1).describe('The test, as `quarantine list` names it') }),
  output: QUARANTINE_CHANGE,
  positionals: ['test'],
  async run(given, context): Promise<QuarantineChangeResult> {
    requireRoot(given.root, context);
    const { file, caps } = await openQuarantine(given, context);
    const changed = file.entries.find(({ test }) => test === given.test);
    if (changed === undefined) {
      const near = file.entries.map(({ test }) => test).filter((test) => test.includes(given.test));
      throw new UnflakeError('UNKNOWN_TEST', `${given.test} is not in quarantine`, { test: given.test, near });
    }
    const entries = file.entries.filter((entry) => entry !== changed);
    await writeQuarantine(file, entries);
    return { file: file.path, entries, caps, changed };
  },
  exitCode: () => EXIT.done,
});
