/** What becomes of something that a test creates: managed by a `with`, kept under a name, handed on, or dropped. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named } from '../../syntax/node.ts';
import { classAround, functionAround, isFixture, scopeAround } from './around.ts';
import { type CallIn, callOf, callsIn } from './calls-in.ts';

type Fate =
  | { readonly kind: 'managed' | 'handed-on' | 'returned' | 'dropped' }
  /** A method is called on it at once. */
  | { readonly kind: 'chained'; readonly method: string }
  /** `many`: it is one of several in a collection of this name. */
  | { readonly kind: 'kept'; readonly names: readonly string[]; readonly where: Node; readonly many: boolean };

const MANAGES =
  /^(?:enter(?:_async)?_context|enter(?:Async|Class|Module)?Context|a?closing|push(?:_async)?(?:_exit)?|nullcontext)$/;
/** Takes a function, or a thing, to be called or removed later. */
const PUTS_AWAY =
  /^(?:add(?:Async|Class|Module)?Cleanup|addfinalizer|callback|register|rmtree|remove|unlink|rmdir|removedirs|closing|a?close|finalize|gather|wait|as_completed|run_until_complete)$/;
const PASSES = /^(?:parenthesized_expression|await|conditional_expression|boolean_operator|named_expression)$/;
const COLLECTS =
  /^(?:list|tuple|set|dictionary|pair|list_comprehension|generator_expression|dictionary_comprehension|expression_list)$/;

export function fateOf(creation: Node, file: SourceFile): Fate {
  let inner = creation;
  let many = false;
  for (let outer = inner.parent(); outer !== null; inner = outer, outer = outer.parent()) {
    const kind = outer.kind();
    if (kind === 'with_item' || kind === 'as_pattern') return { kind: 'managed' };
    if (kind === 'argument_list' || kind === 'keyword_argument')
      return { kind: isManaged(outer) ? 'managed' : 'handed-on' };
    if (kind === 'attribute') return { kind: 'chained', method: outer.fieldText('attribute') };
    if (kind === 'assignment') return keptBy(outer, many, file);
    if (kind === 'return_statement') return { kind: 'returned' };
    if (kind === 'expression_statement') return { kind: 'dropped' };
    if (COLLECTS.test(kind)) many = true;
    else if (!PASSES.test(kind)) return { kind: 'handed-on' };
  }
  return { kind: 'handed-on' };
}

function isManaged(argument: Node): boolean {
  const call = argument.is('argument_list') ? argument.parent() : (argument.parent()?.parent() ?? null);
  return call?.is('call') === true && MANAGES.test(callOf(call).last);
}

function keptBy(assignment: Node, many: boolean, file: SourceFile): Fate {
  const left = assignment.field('left');
  if (left === null) return { kind: 'handed-on' };
  const names = /pattern|tuple/.test(left.kind()) ? named(left).map((node) => node.text()) : [left.text()];
  if (left.is('subscript')) return { kind: 'handed-on' };
  const own = classAround(assignment);
  if (/^(?:self|cls)\./.test(names[0]!)) return { kind: 'kept', names, where: own ?? file.root, many };
  if (left.is('attribute')) return { kind: 'handed-on' };
  return { kind: 'kept', names, where: scopeAround(assignment, file), many };
}

/** Whether what is kept is let go by one of these methods, handed to something that does so, or handed on to others. */
export function isLetGo(fate: Fate & { kind: 'kept' }, letsGo: RegExp): boolean {
  const { names, where, many } = fate;
  const calls = callsIn(where);
  if (many && calls.some(({ last, on }) => on !== null && letsGo.test(last))) return true;
  return names.some((name) => calls.some((call) => letsItGo(call, name, letsGo)) || handsOn(name, where));
}

function letsItGo({ on, last, args }: CallIn, name: string, letsGo: RegExp): boolean {
  if (on === name) return letsGo.test(last);
  if (!PUTS_AWAY.test(last) && !letsGo.test(last) && !MANAGES.test(last)) return false;
  return args.some((arg) => mentions(arg, name));
}

/** Returned, managed later, or stored where others see it. */
function handsOn(name: string, where: Node): boolean {
  const isName = (node: Node | null | undefined) => node?.text() === name;
  if (where.findAll('with_item').some((item) => isName(named(item)[0]) || isName(named(named(item)[0] ?? null)[0])))
    return true;
  if (where.findAll('return_statement').some((node) => named(node).some((value) => mentionsWhole(value, name))))
    return true;
  if (where.findAll('assignment').some((node) => isName(node.field('right')) && !isName(node.field('left'))))
    return true;
  return where
    .findAll({ rule: { kind: 'call', has: { field: 'function', regex: '\\.(?:append|add|put|setdefault)$' } } })
    .some((call) => callOf(call).args.some(isName));
}

/** The value itself, or a part of a tuple. */
const mentionsWhole = (value: Node, name: string): boolean =>
  value.text() === name || (COLLECTS.test(value.kind()) && named(value).some((part) => mentionsWhole(part, name)));

/** The name itself, or something of it, anywhere in an argument. */
export function mentions(node: Node, name: string): boolean {
  const text = node.text();
  if (text === name || text.startsWith(`${name}.`)) return true;
  return named(node).some((part) => mentions(part, name));
}

/** Somebody calls `start` on what is kept. */
export const isStarted = ({ names, where, many }: Fate & { kind: 'kept' }): boolean =>
  callsIn(where).some(({ on, last }) => last === 'start' && (many || names.includes(on ?? '')));

const REMOVES = /^(?:rmtree|remove|unlink|rmdir|removedirs|rename|replace|move|cleanup)$/;

export function isTemporaryLeft(creation: Node, file: SourceFile): boolean {
  const around = functionAround(creation);
  if (around === null) return false;
  const fate = fateOf(creation, file);
  switch (fate.kind) {
    case 'managed':
      return false;
    // Who gets it from a fixture does not know that it must be removed.
    case 'returned':
      return isFixture(around);
    case 'handed-on':
    case 'chained':
    case 'dropped':
      return !callsIn(around).some(({ last }) => REMOVES.test(last));
    case 'kept':
      // Of `handle, path = mkstemp()` the path is what stays.
      return !isLetGo({ ...fate, names: fate.names.slice(-1) }, REMOVES);
    default:
      return fate satisfies never;
  }
}
