/** What PHPUnit prints about a test, and what it accepts. */
import type { TestNames } from '../../contract/test-names.ts';

const NAME = '[\\w\\\\\\u0080-\\uffff]+::[\\w\\u0080-\\uffff]+(?: with data set (?:#\\d+|"[^"\\n]*"))?';

export const PHPUNIT_NAMES: TestNames = {
  startsWith: 'file',
  printed: [
    // 1) App\CartTest::testTotal with data set #0 (1, 2)
    { pattern: new RegExp(`^\\d+\\) (?<name>${NAME})(?: \\([^\\n]*\\))?$`, 'gm'), whole: true },
    // App\CartTest::testTotal#0, as --list-tests prints it; --filter 'CartTest::testTotal'
    { pattern: new RegExp(`--filter[= ]['"]?/?\\^?(?<name>${NAME})`, 'gm') },
    { pattern: /--filter[= ]['"]?\/?\^?(?<name>[\w\\]+)/gm, mayHold: true },
    // /project/tests/CartTest.php:12 is among the common patterns.
  ],
};
