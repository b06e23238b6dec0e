/** What GoogleTest programs print about a test, and what they accept. */
import type { TestNames } from '../../contract/test-names.ts';

export const GOOGLETEST_NAMES: TestNames = {
  startsWith: 'file',
  printed: [
    // [  FAILED  ] CartTest.Total (0 ms), [  FAILED  ] Sizes/CartTest.Total/0, where GetParam() = 3
    { pattern: /^\[ {2}FAILED {2}\] (?<name>[^\s,]+\.[^\s,]+)(?:,[^\n]*| \(\d+ ms\))?$/gm, whole: true },
    { pattern: /^\[ RUN {6}\] (?<name>\S+)$/gm, whole: true },
    { pattern: /--gtest_filter=['"]?(?<name>[^\s'"*?:]+)/gm, whole: true },
  ],
};
