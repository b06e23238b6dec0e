/** The exact check: a distribution has these files and no others. `patterns.ts` has rules for a stale list. */
import { fail } from '../text/refuse.ts';
import { distributionFiles } from './distribution-files.ts';
import { severalTops, topEntries, withoutTop } from './top-folder.ts';

export interface ManifestOptions {
  /** Removes the single top folder, such as name-1.0/, before comparing; by default it is kept. */
  readonly top?: 'keep' | 'strip';
}

export interface ManifestDifference {
  /** In the manifest, but not in the distribution. */
  readonly missing: readonly string[];
  /** In the distribution, but not in the manifest. */
  readonly unexpected: readonly string[];
}

/**
 * Compares files with a manifest: a list, or a text with one file per line, where # starts a comment.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { compareManifest } from '@unflake/testkit/manifest';
 *
 * const difference = compareManifest(['a.js', 'c.js'], 'a.js\nb.js # soon');
 * assert.deepEqual(difference, { missing: ['b.js'], unexpected: ['c.js'] });
 * ```
 */
export function compareManifest(files: readonly string[], manifest: string | readonly string[]): ManifestDifference {
  const wanted = new Set(typeof manifest === 'string' ? parse(manifest) : manifest);
  const held = new Set(files);
  return {
    missing: [...wanted].filter((file) => !held.has(file)).sort(),
    unexpected: [...held].filter((file) => !wanted.has(file)).sort(),
  };
}

/**
 * Fails, with a line per difference, unless the folder, tar or zip has exactly the files of the manifest.
 *
 * @example
 * ```ts
 * import { assertManifest } from '@unflake/testkit/manifest';
 *
 * await assertManifest('tests/fixtures/min-repo', `
 *   README.md      # what it is
 *   src/alpha.js
 * `);
 * ```
 */
export async function assertManifest(
  distribution: string,
  manifest: string | readonly string[],
  { top = 'keep' }: ManifestOptions = {},
): Promise<void> {
  const all = await distributionFiles(distribution);
  const files = top === 'strip' ? (withoutTop(all) ?? fail(severalTops(topEntries(all)))) : all;
  const { missing, unexpected } = compareManifest(files, manifest);
  const lines = [...missing.map((file) => `\n  - ${file}`), ...unexpected.map((file) => `\n  + ${file}`)];
  const count = `${missing.length} missing (-), ${unexpected.length} unexpected (+)`;
  if (lines.length) fail(`${distribution} is not what the manifest says: ${count}${lines.join('')}`);
}

function parse(manifest: string): string[] {
  const lines = manifest.split('\n').map((line) => line.replace(/(^|\s)#.*$/, '').trim());
  return lines.filter(Boolean);
}
