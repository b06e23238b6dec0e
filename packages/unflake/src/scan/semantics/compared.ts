/** Whether a test holds a value against something that is written out: then another machine's value is seen. */

import type { Node } from '../facts/source-file.ts';
import { statementOf } from './place.ts';

const ASSERTS =
  /^\s*(?:await\s+|return\s+)?(?:[$@\w]+(?:\.|->|::))*(?:assert\w*|expect\w*|should\w*|verify\w*|require|must\w*|is|isnt|eq|equal\w*|same|strictEqual|deepEqual|notEqual|EXPECT_\w+|ASSERT_\w+|CHECK|REQUIRE)\b|\bshould(?:Be|Equal)?\b|\.to\(?\b|\bmust_equal\b|^\s*\[\[? |\bt\.(?:Error|Fatal)f?\(/;

/** Part of an assertion: what it is held against was made of the same, or is seen with it. */
export const isAsserted = (place: Node): boolean => ASSERTS.test(statementOf(place).text());
