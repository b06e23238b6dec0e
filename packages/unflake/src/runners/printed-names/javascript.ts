/** What Jest, Vitest, Mocha, AVA, tap, Playwright and node:test print about a test. */
import type { PrintedName, TestNames } from '../../contract/test-names.ts';
import { TAP_POINT } from './tap.ts';

/**
 * After a title: `(12 ms)`, `12ms`, `(1.2ms)`, `(retry x2)`. A title may end like that itself, so each pattern is first tried without it.
 */
const TIME = '(?: \\(retry x\\d+\\))?(?: +\\(?\\d+(?:\\.\\d+)? ?m?s\\)?)?';
const FILE = '(?:\\|[^|\\n]+\\| +)?(?<file>\\S+\\.[cm]?[jt]sx?)';
const MARK = '[✕×✗✖✘]';

const printed = (text: string, more: Omit<PrintedName, 'pattern'> = {}): PrintedName => ({
  pattern: new RegExp(text, 'gm'),
  ...more,
});

/** A mark and the test's own title: `✕ name (12 ms)`. */
const MARKED: readonly PrintedName[] = [
  printed(`^\\s*${MARK} +(?<name>[^\\n]+)$`),
  printed(`^\\s*${MARK} +(?<name>[^\\n]+?)${TIME}$`),
];

/** FAIL src/a.test.ts, with the name of a project and a time around it. */
const FAILED_FILE = printed(`^\\s*FAIL\\s+(?:\\S+ +)?${FILE}(?: \\([\\d.]+ m?s\\)| \\[[^\\n]*\\])?$`);

export const JEST_NAMES: TestNames = {
  startsWith: 'file',
  printed: [printed('^\\s*● (?<name>[^\\n]+)$', { whole: true }), FAILED_FILE, ...MARKED],
};

export const VITEST_NAMES: TestNames = {
  startsWith: 'file',
  printed: [
    //  FAIL  test/a.test.ts > suite > name;  × test/a.test.ts > suite > name 12ms
    printed(`^\\s*(?:FAIL|${MARK}|❯) +${FILE} > (?<name>[^\\n]+)$`, { whole: true }),
    printed(`^\\s*(?:FAIL|${MARK}|❯) +${FILE} > (?<name>[^\\n]+?)${TIME}$`, { whole: true }),
    FAILED_FILE,
    ...MARKED,
  ],
};

export const MOCHA_NAMES: TestNames = {
  startsWith: 'file',
  printed: [
    //   1) suite "before each" hook for "name":
    printed('"(?:before|after) (?:each|all)" hook(?:[^\\n]*?) for "(?<name>[^\\n]+)":?$'),
    //   1) suite, then one deeper line for each title, the last with a colon.
    printed('^ *\\d+\\) (?<name>[^\\n]+(?:\\n[ \\t]+[^\\n]+)*?):[ \\t]*$', { whole: true }),
    printed('^ *\\d+\\) (?<name>[^\\n]+)$'),
    ...MARKED,
  ],
};

/** The titles may be followed by the failed step, tags, a line of dashes, the number of the attempt and a time. */
const PLAYWRIGHT_NAME = `${FILE}:\\d+:\\d+ › (?<name>[^\\n]+?)(?: ─+)?(?: \\(retry #\\d+\\))?(?: \\([\\d.]+(?:ms|s|m)\\))?$`;
const PLAYWRIGHT_ENDS = [' › ', ' @'];

export const PLAYWRIGHT_NAMES: TestNames = {
  startsWith: 'file',
  //   1) [chromium] › tests/cart.spec.ts:12:5 › Cart › totals ────. The project is part of an id only where there are several.
  printed: [`(?<outer>\\[[^\\n]*?\\]) › ${PLAYWRIGHT_NAME}`, PLAYWRIGHT_NAME].flatMap((text) =>
    PLAYWRIGHT_ENDS.map((endsBefore) => printed(text, { whole: true, endsBefore })),
  ),
};

/** With several files a title follows the part of the path that they do not share: `cart › totals`. */
const BEHIND_FILES = '(?:[^\\n]+ › )?';

export const AVA_NAMES: TestNames = {
  startsWith: 'file',
  printed: [
    // cart › totals, followed by the location: test/cart.js:12
    printed(`^  (?<name>[^\\n]+)\\n\\n  ${FILE}:\\d+$`),
    printed(`^  ${BEHIND_FILES}(?<name>[^\\n]+)\\n\\n  ${FILE}:\\d+$`),
    //   ✘ [fail]: cart › totals Error thrown in test
    printed(`^\\s*${MARK} (?:\\[fail\\]: )?(?<name>[^\\n]+)$`, { endsBefore: ' ' }),
    printed(`^\\s*${MARK} (?:\\[fail\\]: )?${BEHIND_FILES}(?<name>[^\\n]+)$`, { endsBefore: ' ' }),
    printed(`^not ok \\d+ - (?<name>[^\\n]+)$`),
    printed(`^not ok \\d+ - ${BEHIND_FILES}(?<name>[^\\n]+)$`),
  ],
};

const FILE_AS_NAME = FILE.replace('<file>', '<name>');

/** A test is a file: `not ok 3 - test/cart.js # time=12ms`, ` FAIL  test/cart.js 1 failed of 2 12ms`. */
export const TAP_NAMES: TestNames = {
  startsWith: 'file',
  printed: [
    printed(`^not ok \\d+ - ${FILE_AS_NAME}(?: # time=\\S+)?$`),
    printed(`^\\s*(?:FAIL|${MARK})\\s+${FILE_AS_NAME}(?: \\d+ failed\\b[^\\n]*)?$`),
  ],
};

export const NODE_TEST_NAMES: TestNames = { startsWith: 'file', printed: [...TAP_POINT, ...MARKED] };
