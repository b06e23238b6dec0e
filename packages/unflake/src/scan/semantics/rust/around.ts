/** Where a piece of Rust stands: in which function, in which test, in what runs beside it. */
import { attributes } from '../../facts/dialects/rust.ts';
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named, nearest, outwards } from '../../syntax/node.ts';
import { calleeOf } from '../calls.ts';

/** The function around a place, closures in it belong to it; the file where there is none. */
export function functionAround(node: Node, file: SourceFile): Node {
  return nearest(node, ['function_item']) ?? file.root;
}

export const functionName = (node: Node): string => nearest(node, ['function_item'])?.field('name')?.text() ?? '';

export const isTest = (scope: Node, file: SourceFile): boolean =>
  scope.is('function_item') && file.dialect.test(scope) !== null;

export function attributesOf(scope: Node): readonly string[] {
  return scope.is('function_item') ? attributes(scope) : [];
}

/** Runs elsewhere, or later: in a closure or block that is given to a call, unless that call runs it at once. */
export function isElsewhere(node: Node): boolean {
  for (const above of outwards(node)) {
    if (above.is('function_item')) return false;
    if (!above.is('closure_expression') && !above.is('async_block')) continue;
    const list = above.parent();
    const call = list?.is('arguments') ? list.parent() : null;
    if (
      !/(?:block_on|scope|with_\w+|catch_unwind|for_each)$/.test(
        call === null || call === undefined ? '' : calleeOf(call),
      )
    )
      return true;
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
  return (plain?.field('field') ?? plain?.field('name') ?? plain)?.text() ?? '';
}

export const argumentsOf = (call: Node): readonly Node[] =>
  named(call.field('arguments')).filter((node) => !/comment$/.test(node.kind()));
