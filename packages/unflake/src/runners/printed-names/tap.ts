/** A test point of TAP, as node:test, BATS and many others print it. */
import type { PrintedName } from '../../contract/test-names.ts';

/** `not ok 3 - name`; BATS writes no dash, and with `--timing` it appends a time. */
export const TAP_POINT: readonly PrintedName[] = [
  { pattern: /^\s*not ok \d+ (?:- )?(?<name>[^\n]+)$/gm, escaped: 'tap' },
  {
    pattern: /^\s*not ok \d+ (?:- )?(?<name>[^\n]+?)(?: in \d+ ?m?s(?:ec)?)?(?: # (?:SKIP|TODO|skip|time)\b[^\n]*)?$/gm,
    escaped: 'tap',
  },
];
