/** What decides a Go test: calls that fail it, and the conditions around them; and tests that nothing decides. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named, nearest, outwards } from '../../syntax/node.ts';
import { argumentsOf, callsIn } from '../calls.ts';
import { usesOf } from '../declared.ts';
import { plainCode } from '../plain-code.ts';

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

/** Methods of a test that decide nothing. */
const DECIDES_NOTHING =
  /^(?:Log|Logf|Helper|Parallel|Name|Run|Cleanup|TempDir|Setenv|Chdir|Context|Deadline|Output|Attr)$/;

const DECIDES =
  '^(?:\\w+\\.(?:Errorf?|Fatalf?|Fail|FailNow|Wait)|(?:assert|require)\\.\\w+|panic|recover|log\\.(?:Fatal|Panic)\\w*|os\\.Exit|Expect|Ω)$';

const SURELY_DECIDES = /\b\w+\.(?:Errorf?|Fatalf?|FailNow)\(|\b(?:assert|require)\.\w+\(/;

function decidesNothing(test: Node): boolean {
  const body = test.field('body');
  const tester = named(named(test.field('parameters'))[0] ?? null)[0];
  if (body === null || tester === undefined || !tester.is('identifier')) return false;
  // Most tests have one that can be seen without the tree.
  if (SURELY_DECIDES.test(plainCode(body.text(), 'go'))) return false;
  if (body.find({ rule: { kind: 'call_expression', has: { field: 'function', regex: DECIDES } } }) !== null)
    return false;
  // Given on, it may decide there.
  const handed = `(?:^\\(|, *)${tester.text()} *[,)]`;
  if (body.find('argument_list', handed) !== null) return false;
  // To wait is to decide by hanging.
  if (body.find('unary_expression', '^<-') !== null) return false;
  const names = new Set([tester.text(), 't']);
  return [...names].flatMap((name) => usesOf(name, body)).every(isIdle);
}

/** `t.Log`, or `t` as the parameter of a subtest; given to anything else it may decide. */
function isIdle(use: Node): boolean {
  const outer = use.parent();
  if (outer?.is('parameter_declaration')) return true;
  if (outer?.is('selector_expression')) return DECIDES_NOTHING.test(outer.fieldText('field')) && !runsOther(outer);
  return nearest(use, ['parameter_declaration']) !== null;
}

/** `t.Run(name, other)`: what the other function does is not to be seen here. */
function runsOther(selector: Node): boolean {
  const call = selector.parent();
  return (
    selector.field('field')?.text() === 'Run' &&
    call !== null &&
    !argumentsOf(call).some((one) => one.is('func_literal'))
  );
}

export const assertsNothing = (test: Node, file: SourceFile): boolean =>
  /^Test/.test(test.fieldText('name')) && file.dialect.test(test) !== null && decidesNothing(test);
