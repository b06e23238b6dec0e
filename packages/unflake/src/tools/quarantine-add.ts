/** `unflake quarantine add <test>`: puts a known flaky test on the list. */
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import { brokenCaps, isExpired } from '../experiment/quarantine/quarantine-entry.ts';
import { historyNameOfId } from '../reports/results/history-name.ts';
import { closing } from './lib/closing.ts';
import { openStore } from './lib/open-store.ts';
import { QUARANTINE_CHANGE } from './lib/outputs/quarantine.ts';
import { openQuarantine } from './lib/quarantine/open-quarantine.ts';
import { writeQuarantine } from './lib/quarantine/quarantine-file.ts';
import type { QuarantineChangeResult } from './lib/quarantine/results.ts';
import { requireRoot } from './lib/require-root.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

const text = (what: string) => z.string().regex(/\S/, 'a text').describe(what);

export const quarantineAddTool = defineTool({
  name: 'quarantine_add',
  command: 'quarantine add',
  summary: 'put a flaky test into quarantine: it still runs, and does not fail the gate',
  examples: [
    {
      line: "quarantine add tests/test_cart.py::test_total --reason 'races the compactor' --owner storage --until 2026-12-01",
      does: 'until a day, with an owner',
    },
  ],
  input: z.object({
    ...PLACE,
    test: text('The test, as `unflake history` or its runner names it'),
    reason: text('What is wrong with it'),
    owner: text('Who works on it'),
    until: z.iso.date().describe('Last day of the quarantine, as YYYY-MM-DD in UTC'),
    ticket: text('Where the work is tracked').optional(),
    case: text('Id of the case that diagnosed it').optional(),
  }),
  output: QUARANTINE_CHANGE,
  positionals: ['test'],
  async run(given, context): Promise<QuarantineChangeResult> {
    const root = requireRoot(given.root, context);
    const { file, caps, today } = await openQuarantine(given, context);
    const store = await openStore(root, given.store, context);
    await using _store = closing(store);
    // The history may know it by a fuller name, or by a newer one.
    const known = await store.history.byName(historyNameOfId(given.test));
    const { reason, owner, until, ticket, case: caseId } = given;
    const entry = { test: known?.id ?? given.test, reason, owner, ticket, since: today, until, case: caseId };
    if (file.entries.some(({ test }) => test === entry.test))
      throw refused('test', `${entry.test} is in quarantine already`);
    if (isExpired(entry, today)) throw refused('until', `${until} is over`);
    const entries = [...file.entries, entry];
    const [problem] = brokenCaps(entries, caps);
    if (problem !== undefined) throw refused('test', problem);
    await writeQuarantine(file, entries);
    return { file: file.path, entries: entries.toSorted((a, b) => (a.test < b.test ? -1 : 1)), caps, changed: entry };
  },
  exitCode: () => EXIT.done,
});

function refused(field: string, why: string): UnflakeError {
  return new UnflakeError('INVALID_INPUT', why, { problems: [{ field, value: null, expected: why }] });
}
