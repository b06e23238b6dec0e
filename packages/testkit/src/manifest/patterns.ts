/** Rules about a distribution that hold even if its exact manifest is stale. */
import { fail } from '../text/refuse.ts';
import { distributionFiles } from './distribution-files.ts';
import { matcher } from './matcher.ts';
import { severalTops, topEntries, withoutTop } from './top-folder.ts';

/** Patterns support `*`, `**`, `?` and `{a,b}`; they apply below the top folder if one is required. */
export interface PatternRules {
  /** Each must match a file. */
  readonly required?: readonly string[];
  /** Each should match a file; otherwise the report has a warning. */
  readonly expected?: readonly string[];
  /** None may match a file. */
  readonly excluded?: readonly string[];
  /** True if everything must be in a single top folder. */
  readonly singleTop?: boolean;
}

export interface PatternReport {
  readonly missingRequired: readonly string[];
  readonly missingExpected: readonly string[];
  readonly foundExcluded: readonly { readonly pattern: string; readonly files: readonly string[] }[];
  /** The top-level entries. */
  readonly top: readonly string[];
  /** The single-top rule was set and is violated. */
  readonly manyTops: boolean;
}

/**
 * Checks files against the rules and returns a report without throwing.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { checkPatterns } from '@unflake/testkit/manifest';
 *
 * const report = checkPatterns(['kit/a.js', 'kit/debug.log'], { excluded: ['*.log'], singleTop: true });
 * assert.deepEqual(report.foundExcluded, [{ pattern: '*.log', files: ['debug.log'] }]);
 * ```
 */
export function checkPatterns(files: readonly string[], rules: PatternRules): PatternReport {
  const top = topEntries(files);
  const inner = rules.singleTop ? withoutTop(files) : files;
  const matching = (pattern: string) => (inner ?? files).filter(matcher(pattern));
  const missing = (patterns: readonly string[] = []) => patterns.filter((pattern) => !matching(pattern).length);
  return {
    missingRequired: missing(rules.required),
    missingExpected: missing(rules.expected),
    foundExcluded: (rules.excluded ?? [])
      .map((pattern) => ({ pattern, files: matching(pattern) }))
      .filter((found) => found.files.length),
    top,
    manyTops: !inner,
  };
}

/**
 * Fails if a required pattern matches nothing, an excluded one matches something, or there is more than one top folder where one is
 * required. Returns the report, in which missing expected patterns are warnings.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { assertPatterns } from '@unflake/testkit/manifest';
 *
 * const report = await assertPatterns('tests/fixtures/min-repo', {
 *   required: ['README.md', 'src/*.js'],
 *   expected: ['docs/**'],
 *   excluded: ['**\/.git/**', '**\/*.log'],
 * });
 * assert.deepEqual(report.missingExpected, ['docs/**']);
 * ```
 */
export async function assertPatterns(distribution: string, rules: PatternRules): Promise<PatternReport> {
  const report = checkPatterns(await distributionFiles(distribution), rules);
  const complaints = [
    ...(report.manyTops ? [severalTops(report.top)] : []),
    ...report.missingRequired.map((pattern) => `nothing matches the required ${pattern}`),
    ...report.foundExcluded.map(({ pattern, files }) => `the excluded ${pattern} matches ${files.join(', ')}`),
  ];
  if (complaints.length) fail(`${distribution} breaks its rules:\n  ${complaints.join('\n  ')}`);
  return report;
}
