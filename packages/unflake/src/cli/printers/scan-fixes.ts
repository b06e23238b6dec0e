/** The result of `scan --fix`: the diffs if nothing was written, then counts, then what was not changed. */

import type { ScanFixes } from '../../contract/scan.ts';
import { plural } from '../../text/plural.ts';

/** Places that have a rewrite but were not changed; the rest is counted. */
const MAX_LEFT = 20;

export function scanFixes({ written, files, left }: ScanFixes): string {
  const count = files.reduce((sum, { fixed }) => sum + fixed.length, 0);
  const lines = files.flatMap(({ file, fixed }) =>
    fixed.map(({ rule, line, does }) => `${file}:${line}  ${rule}: ${does}`),
  );
  const rest = left.map(({ file, line, rule, why }) =>
    line === null ? `left  ${file}: ${why}` : `left  ${file}:${line}  ${rule}: ${why}`,
  );
  const shown = rest.slice(0, MAX_LEFT);
  const more = rest.length > MAX_LEFT ? [`left  … and ${rest.length - MAX_LEFT} more; all of them with --json`] : [];
  return [
    ...(written ? [] : files.map(({ diff }) => diff.replace(/\n$/, ''))),
    ...lines.map((line) => `${written ? 'fixed' : 'would fix'}  ${line}`),
    ...shown,
    ...more,
    `${written ? 'fixed' : 'would fix'} ${plural(count, 'finding')} in ${plural(files.length, 'file')}`,
    '',
  ]
    .map((line) => `${line}\n`)
    .join('');
}
