/** What decides a Go test: calls that fail it, and the conditions around them. */
import type { Node } from '../../facts/source-file.ts';
import { outwards } from '../../syntax/node.ts';
import { callsIn } from '../calls.ts';

export const FAILS = '^(?:\\w+\\.(?:Errorf?|Fatalf?|Fail|FailNow)|panic)$';
export const COMPARES =
  '^(?:(?:assert|require|is|qt|must|check|td)\\.\\w+|(?:\\w+\\.)?(?:Expect|Assert|Require)|\\w+\\.(?:Equal\\w*|NoError|Len|True|False|Contains|ElementsMatch))$';

interface Assertion {
  /** The `if` around a failing call, or the comparing call itself. */
  readonly node: Node;
  /** What is looked at. */
  readonly looked: Node;
}

export function assertionsIn(scope: Node): readonly Assertion[] {
  const conditions = callsIn(scope, FAILS).flatMap((call) => {
    for (const above of outwards(call)) {
      if (above.is('func_literal')) break;
      const condition = above.is('if_statement') ? above.field('condition') : null;
      if (condition !== null) return [{ node: above, looked: condition }];
    }
    return [];
  });
  return [...conditions, ...callsIn(scope, COMPARES).map((call) => ({ node: call, looked: call }))];
}
