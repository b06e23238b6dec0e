/** `unflake cases`: the recorded cases of a subject, newest first. */
import { resolve } from 'node:path';
import * as z from 'zod';
import type { Verdict } from '../contract/cause.ts';
import { EXIT } from '../contract/exit-codes.ts';
import { closing } from './lib/closing.ts';
import { openStore } from './lib/open-store.ts';
import { CASES } from './lib/outputs/cases.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import type { CasesResult } from './lib/tool-results.ts';

export const casesTool = defineTool({
  name: 'cases',
  command: 'cases',
  summary: 'list the recorded cases, newest first',
  examples: [
    { line: 'cases', does: 'the cases of the project in this folder' },
    { line: 'cases --json', does: 'as JSON, for scripts' },
  ],
  input: z.object(PLACE),
  output: CASES,
  positionals: [],
  async run(given, context): Promise<CasesResult> {
    const store = await openStore(resolve(context.cwd, given.root ?? '.'), given.store, context);
    await using _store = closing(store);
    const cases = (await store.cases()).map(({ id, test, runner, seed, openedAtMs, trials, verdict, cause }) => ({
      caseId: id,
      test,
      runner,
      seed,
      openedAt: new Date(openedAtMs).toISOString(),
      trials,
      verdict: verdict as Verdict | null,
      cause: verdict === null ? null : cause,
    }));
    return { store: store.place, cases };
  },
  exitCode: () => EXIT.done,
});
