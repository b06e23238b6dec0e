/** Where a piece of Rust stands: in which function, in which test, in which chain of calls, and who gets its value. */
import { attributes } from '../../facts/dialects/rust.ts';
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { isSame, nearest, outwards, textAt } from '../../syntax/node.ts';
import { calleeOf, callWith } from '../calls.ts';

/** The function around a place, closures in it belong to it; the file where there is none. */
export const functionAround = (node: Node, file: SourceFile): Node => nearest(node, ['function_item']) ?? file.root;

export const functionName = (node: Node): string => nearest(node, ['function_item'])?.fieldText('name') ?? '';

export const isTest = (scope: Node, file: SourceFile): boolean =>
  scope.is('function_item') && file.dialect.test(scope) !== null;

export const attributesOf = (scope: Node): readonly string[] => (scope.is('function_item') ? attributes(scope) : []);

/** Runs elsewhere, or later: in a closure or block that is given to a call, unless that call runs it at once. */
function isElsewhere(node: Node): boolean {
  for (const above of outwards(node)) {
    if (above.is('function_item')) return false;
    if (!above.is('closure_expression') && !above.is('async_block')) continue;
    if (!/(?:block_on|scope|with_\w+|catch_unwind|for_each)$/.test(calleeOf(callWith(above)))) return true;
  }
  return false;
}

/** The test's own steps, or those of a helper that waits for it. */
export function isStepOfTest(node: Node, file: SourceFile): boolean {
  const scope = functionAround(node, file);
  const isHelper = /wait|settle|pause|until|eventually/.test(functionName(node)) && file.isForTests(node);
  return (isTest(scope, file) || isHelper) && !isElsewhere(node);
}

/** The last name of what is called, without type arguments. */
export function methodOf(call: Node): string {
  const callee = call.field('function');
  const plain = callee?.is('generic_function') ? callee.field('function') : callee;
  return textAt(plain?.field('field') ?? plain?.field('name') ?? plain);
}

/** From the inside out: every node that stands for the value after one more call, `?`, `.await` or `&`. */
function* steps(value: Node): Generator<Node> {
  for (let inner = value; ; ) {
    const outer = inner.parent();
    if (outer === null) return;
    const kind = outer.kind();
    if (kind === 'field_expression') {
      const on = outer.field('value');
      if (on === null || !isSame(on, inner)) return;
    } else if (kind === 'call_expression') {
      const callee = outer.field('function');
      if (callee === null || !isSame(callee, inner)) return;
    } else if (
      !/^(?:try_expression|await_expression|reference_expression|parenthesized_expression|generic_function)$/.test(kind)
    )
      return;
    yield outer;
    inner = outer;
  }
}

/** Names of the methods that are called on a value one after the other. */
export const methodsOn = (value: Node): readonly string[] =>
  [...steps(value)].filter((node) => node.is('call_expression')).map(methodOf);

/** The whole chain. */
export const wholeOf = (value: Node): Node => [...steps(value)].at(-1) ?? value;

/** Only as far as the result is unpacked: `.unwrap()`, `?`, `.await`. */
export function unpacked(value: Node): Node {
  let last = value;
  for (const step of steps(value)) {
    if (step.is('call_expression') && !/^(?:unwrap\w*|expect|await|context|map_err|ok|as_ref)$/.test(methodOf(step)))
      break;
    if (!step.is('field_expression') && !step.is('generic_function')) last = step;
  }
  return last;
}

/** The name that a value is given, `_` included; an empty one when it is thrown away; null when something else takes it. */
export function givenTo(value: Node): string | null {
  const outer = value.parent();
  if (outer === null) return null;
  if (outer.is('expression_statement')) return '';
  if (outer.is('let_declaration')) return outer.field('pattern')?.text() ?? null;
  return null;
}
