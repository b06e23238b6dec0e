/** Opens a case for one test after another, each within what is left of the minutes, until they are spent. */
import type { Diagnosis } from '../../../contract/diagnosis.ts';
import type { TestId } from '../../../contract/test-id.ts';
import { monotonicMs } from '../../../engine/drive/active-time.ts';
import type { DiagnoseInput } from '../../diagnose.ts';
import type { SubjectRequest } from '../opened-subject.ts';
import type { ToolContext } from '../tool.ts';

/** A case with less time says nothing. */
const MIN_MINUTES = 0.5;

export interface InTurn {
  readonly minutesLeft: () => number;
  readonly signal: AbortSignal;
  readonly diagnose: (test: TestId, minutes: number) => Promise<Diagnosis>;
}

/** Tests that got no case are missing in the answer. */
export async function diagnoseInTurn(
  tests: readonly TestId[],
  { minutesLeft, signal, diagnose }: InTurn,
): Promise<ReadonlyMap<TestId, Diagnosis>> {
  const cases = new Map<TestId, Diagnosis>();
  for (const test of tests) {
    const minutes = minutesLeft();
    if (signal.aborted || minutes < MIN_MINUTES) break;
    cases.set(test, await diagnose(test, minutes));
  }
  return cases;
}

/** `minutes`: of the command that opens the cases, which began at `beganAt`. */
export async function casesWithin(
  given: Omit<DiagnoseInput, 'test' | 'minutes'> & Pick<SubjectRequest, 'folder'>,
  { minutes, beganAt }: { readonly minutes: number; readonly beganAt: number },
  context: ToolContext,
): Promise<InTurn> {
  // Only this needs the plans of a diagnosis.
  const { diagnose } = await import('../../diagnose.ts');
  return {
    minutesLeft: () => minutes - (monotonicMs(context.clock) - beganAt) / 60_000,
    signal: context.signal,
    diagnose: (test, left) =>
      diagnose({ ...given, test, minutes: left }, { ...context, beganAtMs: monotonicMs(context.clock) }),
  };
}
