/** `index` and `index-status` for people. */
import { plural } from '../../text/plural.ts';
import type { IndexCounts, IndexResult, IndexStatusResult } from '../../tools/lib/tool-results.ts';

export function indexText(result: IndexResult): string {
  const { read, removed, complete, index } = result;
  return lines([
    ...problems(result),
    holds(result),
    `${plural(read, 'file')} read, ${removed} removed${complete ? '' : '; interrupted, the next call continues'}`,
    `in ${index}`,
  ]);
}

export function indexStatusText(result: IndexStatusResult): string {
  if (!result.exists) return lines([`no index yet in ${result.index}`, 'create it with unflake index']);
  const { stale, calls, refreshedAt, index } = result;
  const { changed, added, removed } = stale;
  const current = changed + added + removed === 0;
  return lines([
    ...problems(result),
    holds(result),
    current ? 'up to date' : `out of date: ${changed} changed, ${added} new, ${removed} removed`,
    `calls: ${calls.sure} resolved, ${calls.may} ambiguous, ${calls.outside} to libraries, ${calls.unresolved} unresolved`,
    `in ${index}${refreshedAt === null ? '' : `, of ${refreshedAt.slice(0, 16).replace('T', ' ')} UTC`}`,
  ]);
}

const holds = ({ files, lines: count, definitions, tests }: IndexCounts): string =>
  `${plural(tests, 'test')} among ${plural(definitions, 'definition')} in ${plural(files, 'file')}, ${plural(count, 'line')}`;

const problems = (result: IndexCounts): readonly string[] =>
  result.problems.map(({ file, why }) => `problem  ${file}: ${why}`);

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
