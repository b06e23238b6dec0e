/** `unflake case`: one recorded case, also while it is open: its state, and one line per trial. report.ts writes reports. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import type { TestId } from '../contract/test-id.ts';
import type { TrialSummary } from '../store/port.ts';
import { verificationsOf } from './lib/case/case-record.ts';
import { closing } from './lib/closing.ts';
import { openStore } from './lib/open-store.ts';
import { CASE } from './lib/outputs/cases.ts';
import type { CaseResult, CaseTrial } from './lib/status-results.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

export const caseTool = defineTool({
  name: 'case',
  command: 'case',
  summary: 'show one recorded case: its state, its diagnosis, and its trials',
  examples: [
    { line: 'case', does: 'the newest' },
    { line: 'case c-7f3k2m --json', does: 'one by its id, also while it is running' },
  ],
  input: z.object({
    root: PLACE.root,
    store: PLACE.store,
    case: z.string().min(1).default('latest').describe('The id of the case, a unique prefix of it, or `latest`'),
  }),
  output: CASE,
  positionals: ['case'],
  async run(given, context): Promise<CaseResult> {
    const store = await openStore(resolve(context.cwd, given.root ?? '.'), given.store, context);
    await using _store = closing(store);
    const {
      id,
      root,
      test,
      runner,
      seed,
      openedAtMs,
      closedAtMs,
      suite,
      closing: closed,
    } = await store.findCase(given.case);
    const diagnosis = closed?.diagnosis ?? null;
    const cause = diagnosis?.cause ?? null;
    return {
      caseId: id,
      store: store.place,
      root,
      test,
      runner,
      seed,
      openedAt: new Date(openedAtMs).toISOString(),
      closedAt: closedAtMs === null ? null : new Date(closedAtMs).toISOString(),
      verdict: diagnosis?.verdict ?? null,
      cause: cause === null ? null : { family: cause.family, kind: cause.kind },
      tests: suite.length,
      diagnosis,
      trials: (await store.trials(id)).map((trial) => caseTrial(trial, test)),
      ...(await verificationsOf(store, id)),
    };
  },
  exitCode: () => EXIT.done,
});

function caseTrial({ phase, doing, result, conditions, seed, tests }: TrialSummary, test: TestId): CaseTrial {
  const outcomes = result.observations.filter((one) => one.test === test).map(({ outcome }) => outcome);
  return { id: result.id, phase, doing, outcomes, ms: result.ms, conditions, seed, tests };
}
