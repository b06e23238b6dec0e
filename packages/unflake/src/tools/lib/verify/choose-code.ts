/** Which code a verification runs: the working tree alone, or an old and a new commit in turns. */
import { UnflakeError } from '../../../contract/faults.ts';
import type { VerifiedCode } from '../../../contract/verification.ts';
import type { CaseRequest } from '../case/case-request.ts';
import { codeState, commitOf } from './code-state.ts';

export interface CodeChoice {
  /** Null where the old code is not run; `withoutOld` says why. */
  readonly before: VerifiedCode | null;
  readonly after: VerifiedCode;
  readonly withoutOld: string | null;
  readonly sameCode: boolean;
  /** The user named a commit: what hinders it is a fault, and no reason to run less. */
  readonly asked: boolean;
}

export interface CodeRequest {
  readonly root: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The failure needs what an earlier run has left outside, which either side would leave for the other. */
  readonly leaves: boolean;
  readonly stored: CaseRequest;
  readonly signal: AbortSignal;
}

const WORKING_TREE = 'working tree';

export async function chooseCode(request: CodeRequest): Promise<CodeChoice> {
  const { root, before, after, stored, signal } = request;
  const now = await codeState(root, signal);
  const tree: VerifiedCode = { commit: now.clean ? now.commit : null, name: WORKING_TREE };
  const recorded = stored.code?.clean === true ? stored.code.commit : null;
  const sameCode = recorded !== null && recorded === tree.commit;
  if (before !== undefined || after !== undefined) {
    const hinders = hindrance(request);
    if (hinders !== null)
      throw new UnflakeError('INVALID_INPUT', `\`before\` and \`after\` cannot be run: ${hinders}`, {
        field: 'before',
      });
    const old = before === undefined ? recordedCode(recorded) : await named(root, before, signal);
    const fresh = after === undefined ? tree : await named(root, after, signal);
    if (old.commit === fresh.commit) {
      throw new UnflakeError('INVALID_INPUT', `the old and the new code are the same commit ${old.commit}`, {
        field: 'before',
      });
    }
    return { before: old, after: fresh, withoutOld: null, sameCode: false, asked: true };
  }
  const withoutOld = hindrance(request) ?? whyNotByItself(recorded, tree, sameCode);
  if (withoutOld !== null) return { before: null, after: tree, withoutOld, sameCode, asked: false };
  return {
    before: recordedCode(recorded),
    after: { commit: tree.commit, name: 'HEAD' },
    withoutOld: null,
    sameCode: false,
    asked: false,
  };
}

function hindrance({ leaves, stored }: CodeRequest): string | null {
  if (leaves)
    return 'the failure needs what an earlier run has left outside of the project, and one side would leave it for the other';
  return stored.environment === undefined ? null : 'trials of the case start from an environment';
}

function whyNotByItself(recorded: string | null, tree: VerifiedCode, sameCode: boolean): string | null {
  if (recorded === null) return 'the case was not opened on a clean commit; name the old code with --before';
  if (sameCode) return 'the case was opened on this commit';
  return tree.commit === null
    ? 'the working tree has changes that are not committed; name the old code with --before'
    : null;
}

function recordedCode(commit: string | null): VerifiedCode {
  if (commit !== null) return { commit, name: commit.slice(0, 10) };
  throw new UnflakeError(
    'INVALID_INPUT',
    'the case was not opened on a clean commit; name the old code with --before',
    {
      field: 'before',
    },
  );
}

async function named(root: string, ref: string, signal: AbortSignal): Promise<VerifiedCode> {
  const commit = await commitOf(root, ref, signal);
  if (commit !== null) return { commit, name: ref };
  throw new UnflakeError('UNKNOWN_COMMIT', `git knows no commit \`${ref}\` in ${root}`, { ref, root });
}
