/** Where a piece of Go stands: in which function, in which test, in what is run at the end. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest, outwards } from '../../syntax/node.ts';
import { calleeOf, callWith } from '../calls.ts';

const DECLARATIONS = ['function_declaration', 'method_declaration'];

/** The declared function around a place, closures in it belong to it; the file where there is none. */
export const functionAround = (node: Node, file: SourceFile): Node => nearest(node, DECLARATIONS) ?? file.root;

export const functionName = (node: Node): string => nearest(node, DECLARATIONS)?.fieldText('name') ?? '';

/** Whether the test itself runs this: its body, that of a subtest, or of a function that is given the test. No goroutine, no handler. */
export function isRunByTest(node: Node, file: SourceFile): boolean {
  for (const above of outwards(node)) {
    if (above.is('func_literal') && !isSubtest(above)) return false;
    if (DECLARATIONS.includes(above.kind())) {
      if (isOnlyShown(node)) return false;
      return file.dialect.test(above) !== null || /\btesting\.(?:T|TB|F)\b/.test(above.fieldText('parameters'));
    }
  }
  return false;
}

const isSubtest = (literal: Node): boolean => /\.Run$/.test(calleeOf(callWith(literal)));

/** Inside `defer`, or in a function that is given to `Cleanup`. */
export function isAtTheEnd(node: Node): boolean {
  for (const above of outwards(node)) {
    if (above.is('defer_statement')) return true;
    if (above.is('call_expression') && /\.(?:Cleanup|DeferCleanup|AfterEach)$/.test(calleeOf(above))) return true;
    if (/^(?:TearDown|AfterTest|teardown|cleanup)/.test(above.is('method_declaration') ? above.fieldText('name') : ''))
      return true;
  }
  return false;
}

/** An example without the output it should have is compiled and never run. */
export function isOnlyShown(node: Node): boolean {
  const around = nearest(node, ['function_declaration']);
  return (
    around !== null &&
    /^Example/.test(around.fieldText('name')) &&
    !/\/\/ (?:Unordered )?[oO]utput:/.test(around.text())
  );
}

export const isMain = (node: Node): boolean => /^(?:TestMain|init)$/.test(functionName(node));

/** A function of a package, not a method of a value. */
export function isOfPackage(call: Node, { imports }: SourceFile): boolean {
  const first = /^(\w+)\.\w+$/.exec(calleeOf(call))?.[1];
  return first !== undefined && imports.names.has(first);
}
