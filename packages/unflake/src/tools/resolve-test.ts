/** Which test a person meant: the exact id, the same id from a folder further up, or the only one that contains the text. */
import { UnflakeError } from '../contract/faults.ts';
import type { TestId } from '../contract/test-id.ts';
import { nearMatches } from './near-match.ts';

const MOST_SHOWN = 5;

/** UNKNOWN_TEST with near matches when it is none or several. */
export function resolveTest(text: string, suite: readonly TestId[]): TestId {
  const exact = suite.find((id) => id === text);
  if (exact !== undefined) return exact;
  // CI prints ids from the repository's root, which may lie above the folder that the runner is started in.
  const below = suite.filter((id) => text.endsWith(`/${id}`));
  if (below.length === 1) return below[0]!;
  const containing = suite.filter((id) => id.includes(text));
  if (containing.length === 1) return containing[0]!;
  const near = (containing.length > 1 ? containing : nearMatches(text, suite, MOST_SHOWN)).slice(0, MOST_SHOWN);
  const problem =
    containing.length > 1 ? `${containing.length} tests contain \`${text}\`` : `no test is named \`${text}\``;
  const hint = near.length === 0 ? '' : `; near: ${near.map((id) => `\`${id}\``).join(', ')}`;
  throw new UnflakeError('UNKNOWN_TEST', `${problem}${hint}`, { test: text, near });
}
