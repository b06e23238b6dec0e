/** What stands around a place in JavaScript: the function, what that function was given to, the hook. */

import type { Node, SourceFile } from '../../facts/source-file.ts';
import { words } from '../../rules/rule.ts';
import { nearest } from '../../syntax/node.ts';
import { calleeOf, callWith } from '../calls.ts';
import { testNode } from '../undone.ts';

export const FUNCTIONS = words(
  'function_declaration function_expression arrow_function method_definition generator_function_declaration',
);

const HOOK =
  /^(?:[\w$]+\.)?(?:before|after|beforeEach|afterEach|beforeAll|afterAll|setup|teardown|suiteSetup|suiteTeardown|onTestFinished)$/;
const AFTER = /(?:^|\.)(?:after|afterEach|afterAll|teardown|suiteTeardown|onTestFinished|finally)$/;

export const functionAround = (node: Node): Node | null => nearest(node, FUNCTIONS);

export const isFunction = (node: Node | null | undefined): boolean => node != null && FUNCTIONS.includes(node.kind());

/** What a function is given to, as it is written: `beforeEach`, `items.forEach`; null when it is no argument. */
export function givenTo(fn: Node): string | null {
  const call = callWith(fn);
  return (call?.field('function') ?? call?.field('constructor'))?.text() ?? null;
}

/** The name of the hook around a place, as it is written. */
export function hookAround(node: Node): string | null {
  for (let fn = functionAround(node); fn !== null; fn = functionAround(fn)) {
    const name = givenTo(fn);
    if (name !== null && HOOK.test(name)) return name;
  }
  return null;
}

/** The function that a hook runs, and not one inside it. */
export const isHookBody = (fn: Node): boolean => HOOK.test(givenTo(fn) ?? '');

export const isInAfterHook = (node: Node): boolean => AFTER.test(hookAround(node) ?? '');

/** An argument of a hook that runs afterwards: `t.after(closing(server))`. */
export const isGivenToAfter = (node: Node): boolean => AFTER.test(calleeOf(callWith(node)));

/** The function that a test runs. */
export function testBody(node: Node, file: SourceFile): Node | null {
  const test = testNode(node, file);
  const args = test?.field('arguments')?.namedChildren() ?? [];
  return args.findLast(isFunction) ?? null;
}

export const isTestBody = (fn: Node, file: SourceFile): boolean => {
  const call = callWith(fn);
  return call !== null && file.dialect.test(call) !== null;
};

/** The last of the names in what is called: `close` in `this.server.close`. */
export function calledName(call: Node): string {
  const callee = call.field('function') ?? call.field('constructor');
  if (callee === null) return '';
  return (callee.is('member_expression') ? (callee.field('property') ?? callee) : callee).text();
}

/** What a method is called on; null for a plain function. */
export function calledOn(call: Node): Node | null {
  const callee = call.field('function');
  return callee?.is('member_expression') ? callee.field('object') : null;
}

/** Where something is put back, rather than changed. */
export const putsBack = (node: Node): boolean => isInAfterHook(node) || nearest(node, ['finally_clause']) !== null;
