/** `unflake case`: one recorded case, also while it is open: its state, and one line per trial. report.ts writes reports. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import type { TestId } from '../contract/test-id.ts';
import type { Store, TrialSummary } from '../store/port.ts';
import { verificationsOf } from './lib/case/case-record.ts';
import { closing } from './lib/closing.ts';
import { openStore } from './lib/open-store.ts';
import { CASE } from './lib/outputs/cases.ts';
import type { CaseResult, CaseTrial, TrialOutput } from './lib/status-results.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

export const caseTool = defineTool({
  name: 'case',
  command: 'case',
  summary: 'show one recorded case: its state, its diagnosis, and its trials',
  examples: [
    { line: 'case', does: 'the newest' },
    { line: 'case c-7f3k2m --json', does: 'one by its id, also while it is running' },
    { line: 'case c-7f3k2m --trial t-12', does: 'with what one of its trials printed' },
  ],
  input: z.object({
    root: PLACE.root,
    store: PLACE.store,
    case: z.string().min(1).default('latest').describe('The id of the case, a unique prefix of it, or `latest`'),
    trial: z
      .string()
      .regex(/^t-\d+$/)
      .optional()
      .describe('A trial whose output is shown'),
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
      ...(given.trial === undefined ? {} : { output: await outputOf(store, id, given.trial) }),
    };
  },
  exitCode: () => EXIT.done,
});

function caseTrial({ phase, doing, result, conditions, seed, tests }: TrialSummary, test: TestId): CaseTrial {
  const outcomes = result.observations.filter((one) => one.test === test).map(({ outcome }) => outcome);
  const { id, ms, stolen } = result;
  return { id, phase, doing, outcomes, ms, ...(stolen && { stolen }), conditions, seed, tests };
}

async function outputOf(store: Store, caseId: string, name: string): Promise<TrialOutput> {
  const found = await store.trial(caseId, Number(name.slice('t-'.length)));
  if (found !== undefined) return { trial: found.result.id, ...found.output };
  throw new UnflakeError('UNKNOWN_CASE', `case ${caseId} has no trial ${name}`, { caseId, trial: name });
}
