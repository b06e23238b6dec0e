/** One result of CI as an assessment sees it, and the results of one commit on one branch. */

export interface PastResult {
  readonly commit: string;
  readonly branch: string;
  readonly atMs: number;
  /** Names the run, its job and its attempt. */
  readonly runId: number;
  readonly failed: boolean;
  readonly ms: number | null;
  /** Nothing that the commit changed leads to this test. */
  readonly unreachable: boolean;
}

export interface CommitResults {
  readonly commit: string;
  readonly atMs: number;
  readonly passes: number;
  readonly failures: number;
  /** A failure that the commit cannot have caused. */
  readonly unreachable: boolean;
}

/** Commits of one branch in the order in which they were first tested. A commit on two branches belongs to the first. */
export interface BranchResults {
  readonly branch: string;
  readonly commits: readonly CommitResults[];
}

/** Of results in the order of time. The branch with most commits comes first: it is where a test is healthy or broken for everybody. */
export function byBranch(results: readonly PastResult[]): readonly BranchResults[] {
  const branchOf = new Map<string, string>();
  const branches = new Map<string, Map<string, { -readonly [Field in keyof CommitResults]: CommitResults[Field] }>>();
  for (const { commit, branch: seenOn, atMs, failed, unreachable } of results) {
    const branch = branchOf.get(commit) ?? seenOn;
    branchOf.set(commit, branch);
    const commits = branches.get(branch) ?? new Map();
    branches.set(branch, commits);
    const known = commits.get(commit) ?? { commit, atMs, passes: 0, failures: 0, unreachable: false };
    commits.set(commit, known);
    if (failed) known.failures += 1;
    else known.passes += 1;
    if (failed && unreachable) known.unreachable = true;
  }
  return [...branches]
    .map(([branch, commits]) => ({ branch, commits: [...commits.values()] }))
    .toSorted((a, b) => b.commits.length - a.commits.length);
}
