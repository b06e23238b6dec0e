/** Writes by a test to what outlives it, in JavaScript. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest, outwards, textAt } from '../../syntax/node.ts';
import { declaratorsOf, declaredIn, isReadElsewhere } from '../declared.ts';
import { isAfter, quoted, re, testNode, undone } from '../undone.ts';
import { functionAround, hookAround, isInAfterHook } from './around.ts';

/** Hooks that run for every test; the others run once for all. */
const EACH = /(?:Each|^setup|^teardown)$/;

function writes(node: Node, target: Node | null, file: SourceFile): boolean {
  const root = target === null ? null : rootOf(target);
  if (root === null || (declaratorsOf(root.text(), file).length === 0 && !file.imports.names.has(root.text())))
    return false;
  const test = testNode(node, file);
  if (test === null || hookAround(node) !== null || nearest(node, ['finally_clause']) !== null) return false;
  // In the title: while tests are registered.
  if ((functionAround(node)?.start() ?? 0) < test.start()) return false;
  const name = root.text();
  if (isRestoredInFinally(node, target!, file) || isEmptiedBefore(name, node, test)) return false;
  const isWhole = node.is('assignment_expression') && target!.is('identifier');
  const declared = declaredOutside(name, test, file);
  if (declared === null) return !isWhole && isImportedState(name, node, target!, file) && !isLocal(name, root, file);
  if (isLocal(name, root, file)) return false;
  if (isMadeAnew(name, node, file) || (node.is('call_expression') && !isState(declared, name, file))) return false;
  return !isWhole || isReadElsewhere(name, test, file);
}

/** The test itself starts with emptying it. */
const isEmptiedBefore = (name: string, node: Node, test: Node): boolean =>
  re`(?:^|[^\w$.])${quoted(name)}(?:\.(?:reset|clear|length = 0)|\s*=[^=])`.test(
    test.text().slice(0, node.start() - test.start()),
  );

const isRestoredInFinally = (node: Node, target: Node, file: SourceFile): boolean =>
  target.is('member_expression') &&
  undone(
    node,
    file,
    ['assignment_expression', `^${quoted(target.text())}\\s*=`],
    (other) => nearest(other, ['finally_clause']) !== null,
  );

/** The plain name at the start of `a.b[0].c`. */
function rootOf(target: Node): Node | null {
  let node = target;
  while (
    /^(?:member_expression|subscript_expression|non_null_expression|parenthesized_expression)$/.test(node.kind())
  ) {
    const next = node.field('object') ?? node.namedChildren()[0];
    if (next == null) return null;
    node = next;
  }
  return node.is('identifier') ? node : null;
}

/** A parameter or variable of a function between the place and the test’s own outside. */
function isLocal(name: string, at: Node, file: SourceFile): boolean {
  for (let fn = functionAround(at); fn !== null; fn = functionAround(fn)) {
    const call = fn.parent()?.parent();
    if (re`(?:^|[^\w$.])${quoted(name)}(?:$|[^\w$])`.test(textAt(fn.field('parameters') ?? fn.field('parameter'))))
      return true;
    if (call?.is('call_expression') && /^(?:describe|suite|context)\b/.test(call.fieldText('function'))) return false;
    if (declaredIn(name, fn.id(), file).length > 0) return true;
  }
  return false;
}

/** The variable’s declaration in the file or in a group of tests; not the result of a call, which may be a mock or a fresh object by every read. */
function declaredOutside(name: string, test: Node, file: SourceFile): Node | null {
  const found = groupsAround(test)
    .flatMap((id) => declaredIn(name, id, file))
    .at(0);
  if (found === undefined) return null;
  const value = found.fieldText('value');
  return /^(?:require|await import|jest\.fn|vi\.fn|sinon\.)/.test(value) ? null : found;
}

/** The functions of the groups that hold a test, by id, and the file itself. */
function groupsAround(test: Node): readonly (number | null)[] {
  const ids: (number | null)[] = [];
  for (let fn = functionAround(test); fn !== null; fn = functionAround(fn)) ids.push(fn.id());
  return [...ids, null];
}

/** A value of this file’s own making; what a call has returned may stand for something outside that keeps its own state. */
function isState(declared: Node, name: string, file: SourceFile): boolean {
  // A method of an object that is written out, or of a class, may do anything.
  const own = /^(?:\[|new (?:Weak)?(?:Set|Map|Array)\b)/;
  const value = declared.field('value');
  if (value !== null) return own.test(value.text());
  return file.root
    .findAll('assignment_expression', `^${quoted(name)} *=`)
    .some((one) => own.test(one.fieldText('right')));
}

/** A hook of every test assigns it, empties it or goes through it. */
function isMadeAnew(name: string, node: Node, file: SourceFile): boolean {
  const word = quoted(name);
  if (isSeenByHook(word, node, file)) return true;
  const regex = `^${word}(?:\\.length)?\\s*=|^${word}\\.(?:clear|reset|splice|removeAll|deleteAll|truncate|restore|length)\\b|^(?:reset|clear|empty)\\w*\\(.*\\b${word}\\b`;
  return undone(
    node,
    file,
    ['assignment_expression, call_expression', regex],
    (other) => EACH.test(hookAround(other) ?? '') || nearest(other, ['finally_clause']) !== null,
  );
}

function isSeenByHook(word: string, node: Node, file: SourceFile): boolean {
  const mentions = re`(?:^|[^\w$.])${word}(?![\w$])`;
  return undone(node, file, ['call_expression', '^[A-Za-z.]*(?:after|before)Each\\('], (hook) =>
    mentions.test(hook.fieldText('arguments')),
  );
}

/** A field of a module of this project, changed for everyone who imports it. */
function isImportedState(name: string, node: Node, target: Node, file: SourceFile): boolean {
  if (!/^\.{1,2}\//.test(file.imports.names.get(name) ?? '') || node.is('call_expression')) return false;
  if (isSeenByHook(quoted(name), node, file)) return false;
  if (!target.is('member_expression') || [...outwards(target)].some((above) => above.is('finally_clause')))
    return false;
  return !undone(
    node,
    file,
    ['assignment_expression', `^${quoted(target.text())}\\s*=`],
    // The second of two in a test is the putting back of the first.
    (other) => isAfter(other, node) || isAfter(node, other) || isInAfterHook(other) || hookAround(other) !== null,
  );
}

export const isSharedWrite = (write: Node, file: SourceFile): boolean =>
  writes(
    write,
    write.field('left') ?? write.field('argument') ?? write.field('function')?.field('object') ?? null,
    file,
  );
