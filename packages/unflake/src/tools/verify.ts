/** `unflake verify <case>`: did the fix fix it? Runs the failing condition of a case on the code as it is now. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import type { TestId } from '../contract/test-id.ts';
import type { Verification } from '../contract/verification.ts';
import { monotonicMs } from '../engine/drive/active-time.ts';
import { machineHere } from '../engine/machine.ts';
import { failingCondition } from '../experiment/verify/failing-condition.ts';
import type { Store, StoredCase, StoredVerification } from '../store/port.ts';
import { machineOfCase } from './lib/case/case-machine.ts';
import { caseRequest } from './lib/case/case-request.ts';
import { openCaseSubject, storedSubject } from './lib/case/open-case-subject.ts';
import { closing } from './lib/closing.ts';
import type { Config } from './lib/config.ts';
import { openStore } from './lib/open-store.ts';
import { VERIFICATION } from './lib/outputs/verification.ts';
import { resolveTest, testPlace } from './lib/resolve-test.ts';
import { defineTool, type ToolContext } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import { codeDigest, codeState } from './lib/verify/code-state.ts';
import { conditionNow } from './lib/verify/condition-now.ts';
import { hides as hidden } from './lib/verify/hides.ts';
import { runVerification, type WhatToRun } from './lib/verify/run-verification.ts';
import { type VerifyRequest, verifyRequest } from './lib/verify/verify-request.ts';
import { NOTHING_RUN } from './lib/verify/write-verification.ts';

/** A failure that comes in one run of three takes some hundred passes; docs/design/verify-a-fix.md has the numbers. */
const DEFAULTS = { trials: 2_000, minutes: 20, jobs: 1, timeoutSeconds: 300 } as const;
const MAX_SEED = 999_999;

const input = z.object({
  ...PLACE,
  case: z.string().min(1).default('latest').describe('The id of the case, a unique prefix of it, or `latest`'),
  test: z.string().min(1).optional().describe('The test as it is named now, if the fix renamed it'),
  seed: z
    .number()
    .int()
    .min(0)
    .max(MAX_SEED)
    .optional()
    .describe('Repeats the random draws of an earlier verification; by default new, and printed'),
  trials: z.number().int().min(1).max(100_000).optional().describe(`Trials at most; by default ${DEFAULTS.trials}`),
  minutes: z.number().positive().max(10_000).optional().describe(`Minutes at most; by default ${DEFAULTS.minutes}`),
  jobs: z
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe('Trials in parallel; by default 1, because parallel trials can themselves make a test fail'),
  timeout: z
    .number()
    .positive()
    .max(86_400)
    .optional()
    .describe(`Seconds after which a trial is ended; by default ${DEFAULTS.timeoutSeconds}`),
  resume: z
    .boolean()
    .optional()
    .describe('Continue the last verification of the case, which was interrupted or ran out of budget'),
});

type Given = z.output<typeof input>;

export const verifyTool = defineTool({
  name: 'verify',
  command: 'verify',
  summary: 'did the fix fix it? runs the failing condition of a case on the code as it is now',
  examples: [
    { line: 'verify', does: 'the newest case, on the working tree' },
    { line: 'verify c-7f3k2m --minutes 5', does: 'one case, within five minutes' },
    { line: 'verify latest --test tests/test_cart.py::test_sum', does: 'the fix renamed the test' },
    { line: 'verify latest --resume', does: 'continue the verification that was interrupted' },
  ],
  input,
  output: VERIFICATION,
  positionals: ['case'],
  run: verify,
  exitCode: ({ verdict }) => EXITS[verdict],
});

const EXITS: Readonly<Record<Verification['verdict'], number>> = {
  fixed: EXIT.done,
  'still-flaky': EXIT.found,
  'different-failure': EXIT.found,
  'not-comparable': EXIT.inconclusive,
  undecided: EXIT.inconclusive,
};

async function verify(given: Given, context: ToolContext): Promise<Verification> {
  const beganAt = context.beganAtMs ?? monotonicMs(context.clock);
  context.emit(OPENING);
  const store = openStore(resolve(context.cwd, given.root ?? '.'), given.store, context);
  await using _store = closing(store);
  const found = closed(store.findCase(given.case));
  const { machine: kept } = caseRequest(found);
  await using opened = await openCaseSubject(
    { ...storedSubject(found, given), test: given.test ?? found.test },
    context,
  );
  const { subject, workspace, config } = opened;
  const test =
    given.test === undefined
      ? found.test
      : await resolveTest(given.test, subject.suite, testPlace(subject, context.cwd));
  const { verification, request } = await openVerification(
    given,
    { found, store, config, test, context },
    subject.suite,
  );
  const condition = failingCondition(found.test, found.closing.findings);
  const now =
    condition === null
      ? ({ reason: 'no-failing-condition', nearest: null } as const)
      : conditionNow(condition, found.closing.diagnosis, { recorded: found.test, test, suite: subject.suite });
  const what: WhatToRun =
    'condition' in now
      ? { condition: now.condition }
      : { finding: { ...NOTHING_RUN, verdict: 'not-comparable', reason: now.reason } };
  const { hides, notTried } = await hidden({
    subject,
    recorded: found.test,
    test,
    oldCommit: oldCommitOf(found, request),
  });
  const run = {
    found,
    store,
    request,
    machine: machineOfCase(machineHere(found.runner), kept),
    context,
    beganAt,
    code: { before: null, after: { subject, workspace } },
    hides,
    nearest: 'nearest' in now ? now.nearest : null,
    notTried: [...('notTried' in now ? now.notTried : []), ...oldCodeNotRun(request), ...notTried],
  };
  return await runVerification(run, verification, what);
}

/** Where the working tree had changes, the text of the test at that time is lost. */
function oldCommitOf(found: ClosedCase, { before }: VerifyRequest): string | null {
  const { code } = caseRequest(found);
  return before?.commit ?? (code?.clean === true ? code.commit : null);
}

const OPENING = {
  type: 'step',
  phase: 'verify',
  doing: 'listing the tests of the suite',
  why: 'the failing condition selects from them',
  trials: 0,
} as const;

const oldCodeNotRun = ({ withoutOld }: VerifyRequest): Verification['notTried'] =>
  withoutOld === null ? [] : [{ what: 'the old code beside the new', why: withoutOld }];

type ClosedCase = StoredCase & { readonly closing: NonNullable<StoredCase['closing']> };

function closed(found: StoredCase): ClosedCase {
  if (found.closing !== null) return { ...found, closing: found.closing };
  throw new UnflakeError(
    'UNKNOWN_CASE',
    `case ${found.id} has no diagnosis yet; continue with \`unflake diagnose --resume ${found.id}\``,
    { caseId: found.id, trials: found.trials },
  );
}

interface Opening {
  readonly found: ClosedCase;
  readonly store: Store;
  readonly config: Config;
  readonly test: TestId;
  readonly context: ToolContext;
}

async function openVerification(
  given: Given,
  { found, store, config, test, context }: Opening,
  suite: readonly TestId[],
): Promise<{ verification: StoredVerification; request: VerifyRequest }> {
  const digest = await codeDigest(found.root, context.signal);
  if (given.resume === true) return resumed(given, found, store, { digest, test });
  const { commit, clean } = await codeState(found.root, context.signal);
  const recorded = caseRequest(found).code;
  const request: VerifyRequest = {
    test,
    ...budgetOf(given, config),
    digest,
    before: null,
    after: { commit: clean ? commit : null, name: 'working tree' },
    sameCode: recorded?.clean === true && clean && commit !== null && recorded.commit === commit,
    withoutOld: 'no old code was named, so that the rate of the case stands for it',
  };
  const seed = given.seed ?? config.seed ?? context.entropy() % (MAX_SEED + 1);
  const openedAtMs = context.clock.currentTimeMillis();
  return {
    verification: store.verifications.open({ caseId: found.id, seed, suite, options: request, openedAtMs }),
    request,
  };
}

function resumed(given: Given, found: ClosedCase, store: Store, now: Pick<VerifyRequest, 'digest' | 'test'>) {
  const last = store.verifications.of(found.id).at(-1);
  if (last === undefined || (last.result !== null && last.result.verdict !== 'undecided')) {
    throw new UnflakeError('UNKNOWN_CASE', `case ${found.id} has no verification that could be resumed`, {
      caseId: found.id,
    });
  }
  const before = verifyRequest(last);
  if (before.digest !== now.digest || before.test !== now.test) {
    throw new UnflakeError(
      'CASE_CHANGED',
      `the code has changed since verification ${last.id} was interrupted; start again without --resume`,
      { verification: last.id },
    );
  }
  const { trials, minutes, jobs, timeout } = given;
  const request: VerifyRequest = {
    ...before,
    trials: trials ?? before.trials,
    minutes: minutes ?? before.minutes,
    jobs: jobs ?? before.jobs,
    timeoutSeconds: timeout ?? before.timeoutSeconds,
  };
  return { verification: store.verifications.resume(last.id), request };
}

const budgetOf = (given: Given, config: Config) => ({
  trials: given.trials ?? config.budget?.trials ?? DEFAULTS.trials,
  minutes: given.minutes ?? config.budget?.minutes ?? DEFAULTS.minutes,
  jobs: given.jobs ?? config.jobs ?? DEFAULTS.jobs,
  timeoutSeconds: given.timeout ?? config.timeout ?? DEFAULTS.timeoutSeconds,
});
