/** `unflake verify <case>`: did the fix fix it? Runs the failing condition of a case on the code as it is now. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { UnflakeError } from '../contract/faults.ts';
import type { TestId } from '../contract/test-id.ts';
import type { Verification } from '../contract/verification.ts';
import { monotonicMs } from '../engine/drive/active-time.ts';
import { machineHere } from '../engine/machine.ts';
import { failingCondition } from '../experiment/verify/failing-condition.ts';
import type { StoredCase } from '../store/port.ts';
import { machineOfCase } from './lib/case/case-machine.ts';
import { caseRequest } from './lib/case/case-request.ts';
import { closing } from './lib/closing.ts';
import { openStore } from './lib/open-store.ts';
import { VERIFICATION } from './lib/outputs/verification.ts';
import { resolveTest, testPlace } from './lib/resolve-test.ts';
import { defineTool, type ToolContext } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import { JOBS, minutesFlag, seedFlag, timeoutFlag, trialsFlag } from './lib/trial-flags.ts';
import { chooseCode } from './lib/verify/choose-code.ts';
import { type ConditionNow, conditionNow } from './lib/verify/condition-now.ts';
import { hides } from './lib/verify/hides.ts';
import { openCode } from './lib/verify/open-code.ts';
import {
  type ClosedCase,
  DEFAULTS,
  lastUnfinished,
  MAX_SEED,
  openVerification,
} from './lib/verify/open-verification.ts';
import { runVerification, type WhatToRun } from './lib/verify/run-verification.ts';
import type { VerifyRequest } from './lib/verify/verify-request.ts';
import { NOTHING_RUN } from './lib/verify/write-verification.ts';

const input = z.object({
  ...PLACE,
  case: z.string().min(1).default('latest').describe('The id of the case, a unique prefix of it, or `latest`'),
  before: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Commit with the old code, which then runs in turns with the new; by default that of the case, if nothing is uncommitted',
    ),
  after: z.string().min(1).optional().describe('Commit with the new code; by default the working tree'),
  test: z.string().min(1).optional().describe('The test as it is named now, if the fix renamed it'),
  seed: seedFlag('verification', MAX_SEED),
  trials: trialsFlag(DEFAULTS.trials),
  minutes: minutesFlag(DEFAULTS.minutes),
  jobs: JOBS,
  timeout: timeoutFlag(DEFAULTS.timeoutSeconds, ''),
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
    {
      line: 'verify latest --before main --after fix/cart',
      does: 'red on main, green on the branch, red again on main',
    },
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
  const store = await openStore(resolve(context.cwd, given.root ?? '.'), given.store, context);
  await using _store = closing(store);
  const found = closed(await store.findCase(given.case));
  const stored = caseRequest(found);
  const condition = failingCondition(found.test, found.closing.findings);
  const last = given.resume === true ? await lastUnfinished(store, found) : null;
  const { root } = found;
  const { before, after } = given;
  const choice =
    last?.request ??
    (await chooseCode({ root, before, after, leaves: condition?.leaves ?? false, stored, signal: context.signal }));
  const place = { config: given.config, store: given.store, test: given.test ?? last?.request.test ?? found.test };
  await using code = await openCode({ asked: last !== null, ...choice }, found, place, context);
  const { subject, config } = code.after;
  const test =
    given.test === undefined
      ? (place.test as TestId)
      : await resolveTest(given.test, subject.suite, testPlace(subject, context.cwd));
  const { verification, request } = await openVerification(
    { given, found, store, config, test, last, choice: code.choice, suite: subject.suite },
    context,
  );
  const now: ConditionNow =
    condition === null
      ? { reason: 'no-failing-condition', nearest: null }
      : conditionNow(condition, found.closing.diagnosis, { recorded: found.test, test, suite: subject.suite });
  const what: WhatToRun =
    'condition' in now
      ? { condition: now.condition }
      : { finding: { ...NOTHING_RUN, verdict: 'not-comparable', reason: now.reason } };
  const oldCommit = request.before?.commit ?? (stored.code?.clean === true ? stored.code.commit : null);
  const hidden = await hides({ subject, recorded: found.test, test, oldCommit });
  const run = {
    found,
    store,
    request,
    machine: machineOfCase(machineHere(found.runner), stored.machine),
    context,
    beganAt,
    code,
    hides: hidden.hides,
    nearest: 'nearest' in now ? now.nearest : null,
    notTried: [...('notTried' in now ? now.notTried : []), ...oldCodeNotRun(request), ...hidden.notTried],
  };
  return await runVerification(run, verification, what);
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

function closed(found: StoredCase): ClosedCase {
  if (found.closing !== null) return { ...found, closing: found.closing };
  throw new UnflakeError(
    'UNKNOWN_CASE',
    `case ${found.id} has no diagnosis yet; continue with \`unflake diagnose --resume ${found.id}\``,
    { caseId: found.id, trials: found.trials },
  );
}
