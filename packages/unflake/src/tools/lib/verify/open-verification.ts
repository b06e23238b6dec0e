/** Opens a verification in the store, or the last one of a case again. */
import { UnflakeError } from '../../../contract/faults.ts';
import type { TestId } from '../../../contract/test-id.ts';
import type { Store, StoredCase, StoredVerification } from '../../../store/port.ts';
import type { Config } from '../config.ts';
import type { ToolContext } from '../tool.ts';
import type { CodeChoice } from './choose-code.ts';
import { codeDigest } from './code-state.ts';
import { type VerifyRequest, verifyRequest } from './verify-request.ts';

/** A failure that comes in one run of three takes some hundred passes; docs/design/verify-a-fix.md has the numbers. */
export const DEFAULTS = { trials: 2_000, minutes: 20, jobs: 1, timeoutSeconds: 300 } as const;
/** Seeds are printed and typed, so they are short. */
export const MAX_SEED = 999_999;

export type ClosedCase = StoredCase & { readonly closing: NonNullable<StoredCase['closing']> };

export interface LastVerification {
  readonly stored: StoredVerification;
  readonly request: VerifyRequest;
}

interface GivenBudget {
  readonly trials?: number | undefined;
  readonly minutes?: number | undefined;
  readonly jobs?: number | undefined;
  readonly timeout?: number | undefined;
}

export interface Opening {
  readonly given: GivenBudget & { readonly seed?: number | undefined };
  readonly found: ClosedCase;
  readonly store: Store;
  readonly config: Config;
  readonly test: TestId;
  readonly suite: readonly TestId[];
  readonly last: LastVerification | null;
  readonly choice: Pick<CodeChoice, 'before' | 'after' | 'withoutOld' | 'sameCode'>;
}

export async function lastUnfinished(store: Store, { id }: ClosedCase): Promise<LastVerification> {
  const stored = (await store.verifications.of(id)).at(-1);
  if (stored === undefined || (stored.result !== null && stored.result.verdict !== 'undecided')) {
    throw new UnflakeError('UNKNOWN_CASE', `case ${id} has no verification that could be resumed`, { caseId: id });
  }
  return { stored, request: verifyRequest(stored) };
}

export async function openVerification(
  { given, found, store, config, test, suite, last, choice }: Opening,
  context: ToolContext,
): Promise<{ verification: StoredVerification; request: VerifyRequest }> {
  const isTree = choice.after.name === 'working tree';
  const digest = isTree ? await codeDigest(found.root, context.signal) : null;
  if (last !== null) {
    if (last.request.digest !== digest || last.request.test !== test) throw codeChanged(last.stored);
    const request = { ...last.request, ...budgetOf(given, last.request) };
    return { verification: await store.verifications.resume(last.stored.id), request };
  }
  const { before, after, withoutOld, sameCode } = choice;
  const configured = { ...config.budget, jobs: config.jobs, timeoutSeconds: config.timeout };
  const budget = budgetOf(given, { ...DEFAULTS, ...defined(configured) });
  const request: VerifyRequest = { test, ...budget, digest, before, after, withoutOld, sameCode };
  const seed = given.seed ?? config.seed ?? context.entropy() % (MAX_SEED + 1);
  const openedAtMs = context.clock.currentTimeMillis();
  const verification = await store.verifications.open({ caseId: found.id, seed, suite, options: request, openedAtMs });
  return { verification, request };
}

const codeChanged = ({ id }: StoredVerification): UnflakeError =>
  new UnflakeError(
    'CASE_CHANGED',
    `the code has changed since verification ${id} was interrupted; start again without --resume`,
    { verification: id },
  );

type Budget = Pick<VerifyRequest, 'trials' | 'minutes' | 'jobs' | 'timeoutSeconds'>;

const budgetOf = ({ trials, minutes, jobs, timeout }: GivenBudget, otherwise: Budget): Budget => ({
  trials: trials ?? otherwise.trials,
  minutes: minutes ?? otherwise.minutes,
  jobs: jobs ?? otherwise.jobs,
  timeoutSeconds: timeout ?? otherwise.timeoutSeconds,
});

/** Without the fields that the config file does not set. */
function defined(settings: Readonly<Record<keyof Budget, number | undefined>> | object): Partial<Budget> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
