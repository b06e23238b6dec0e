/** What in the results of a test speaks for flakiness, commit by commit, and what is an ordinary break. */
import type { BranchResults, CommitResults } from './past-result.ts';

export type EvidenceKind = 'same-commit' | 'undone' | 'unreachable' | 'break';

export interface HistoryEvidence {
  readonly kind: EvidenceKind;
  readonly commit: string;
  readonly branch: string;
  readonly atMs: number;
  readonly failures: number;
  readonly passes: number;
}

/** In the order of time. */
export function historyEvidence(branches: readonly BranchResults[]): readonly HistoryEvidence[] {
  return branches
    .flatMap(({ branch, commits }) =>
      commits.flatMap((one, at) => {
        const kind = kindOf(one, commits[at - 1], commits[at + 1]);
        const { commit, atMs, failures, passes } = one;
        return kind === null ? [] : [{ kind, commit, branch, atMs, failures, passes }];
      }),
    )
    .toSorted((a, b) => a.atMs - b.atMs);
}

function kindOf(
  { passes, failures, unreachable }: CommitResults,
  before: CommitResults | undefined,
  after: CommitResults | undefined,
): EvidenceKind | null {
  if (failures === 0) return null;
  if (passes > 0) return 'same-commit';
  const failsBefore = before !== undefined && before.passes === 0;
  const failsAfter = after !== undefined && after.passes === 0;
  if (failsBefore || failsAfter) return 'break';
  if (unreachable) return 'unreachable';
  // Where nothing came after, it may be a break that has just begun.
  return after === undefined ? 'break' : 'undone';
}
