/** What `scan --fix` did, or would do: the diffs when nothing was written, then counts, then what was left alone. */

import type { ScanFixes } from '../../contract/scan.ts';
import { plural } from '../../text/plural.ts';

/** Of places that have a rewrite and were left; the rest is counted. */
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
