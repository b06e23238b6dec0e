/** Kotlin, mostly read off the text; its grammar has no fields by which the core could find calls. */
import { calleeOf } from '../facts/dialects/kotlin.ts';
import type { Node, SourceFile } from '../facts/source-file.ts';
import { type Answer, type Call, type FindNodes, nodes } from '../rules/rule.ts';
import { named, textAt } from '../syntax/node.ts';
import { BY_TEXT } from './by-text.ts';
import type { Semantics } from './semantics.ts';

export const kotlin: Semantics = {
  ...BY_TEXT,
  findCalls: ({ calls, when }) => [called(calls, when)],
  // A test that puts its own clock in the library's place may ask it.
  clockIsFaked: (place, { text }) => /\.now\b/.test(place.text()) && /\bmockkStatic\(/.test(text),
};

export function called(names: readonly string[], when?: (call: Call) => Answer): FindNodes {
  const wanted = new Set(names);
  const last = [...new Set(names.map((name) => name.slice(name.lastIndexOf('.') + 1)))].sort();
  return nodes(
    { rule: { kind: 'call_expression', regex: `(?:^|[^A-Za-z0-9_])(?:${last.join('|')})[ ]*(?:<[^()]*>)?[ ]*[({]` } },
    (node, file) => {
      const name = namesOf(node, file).find(
        (one) => wanted.has(one) || wanted.has(`*.${one.slice(one.lastIndexOf('.') + 1)}`),
      );
      return name !== undefined && (when?.({ node, name, args: argumentsOf(node), file }) ?? true);
    },
  );
}

/** None for what is called on the result of the same call, as a lambda behind its arguments is. */
export function namesOf(call: Node, file: SourceFile): readonly string[] {
  const callee = calleeOf(call);
  if (callee === null || !/^(?:simple_identifier|navigation_expression)$/.test(callee.kind())) return [];
  return file.meanings(callee.text(), call);
}

/** In brackets, then the lambda behind them. */
export function argumentsOf(call: Node): readonly Node[] {
  const suffix = named(call).find((part) => part.is('call_suffix'));
  return named(suffix ?? null).flatMap((part) => (part.is('value_arguments') ? named(part) : [part]));
}

export const calledName = (call: Node): string => /(\w+)$/.exec(textAt(calleeOf(call)))?.[1] ?? '';

/** The whole of a call whose lambda stands behind its brackets. */
export const wholeCall = (call: Node): Node => {
  const outer = call.parent();
  return outer?.is('call_expression') === true && calleeOf(outer)?.id() === call.id() ? outer : call;
};
