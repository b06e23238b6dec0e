/** A language's rules, made ready once for all its files: what they look for by name, what by the kind of a node. */
import type { CallShape, Dialect } from './facts/dialect.ts';
import type { AskedNames } from './facts/source-file.ts';
import type { FindCalls, FindNodes, Rule } from './rules/rule.ts';
import type { Matcher } from './syntax/parser.ts';
import { isFoundIn } from './syntax/required-words.ts';
import { textPattern } from './syntax/text-pattern.ts';

export interface ByName {
  readonly rule: Rule;
  readonly find: FindCalls;
}

export interface ByKind {
  readonly rule: Rule;
  readonly find: FindNodes;
  readonly text: RegExp | null;
}

export interface ByOther {
  readonly rule: Rule;
  readonly find: FindNodes;
  readonly isIn: (text: string) => boolean;
}

export interface RuleSet {
  readonly byName: ReadonlyMap<string, readonly ByName[]>;
  readonly asked: AskedNames;
  readonly byKind: ReadonlyMap<string, readonly ByKind[]>;
  readonly others: readonly ByOther[];
  readonly shapes: ReadonlyMap<string, CallShape>;
  /** Every node that is looked at by kind or by name, and what the parser did not understand. */
  readonly kinds: Matcher;
}

export function ruleSet(dialect: Dialect, rules: readonly Rule[]): RuleSet {
  const byName = new Map<string, ByName[]>();
  const byKind = new Map<string, ByKind[]>();
  const others: ByOther[] = [];
  for (const rule of rules) {
    for (const find of rule.find) {
      if ('calls' in find) {
        for (const name of find.calls) byName.set(name, [...(byName.get(name) ?? []), { rule, find }]);
        continue;
      }
      const asked = simpleOf(find.nodes);
      if (asked === null) {
        others.push({ rule, find, isIn: find.hint === undefined ? () => true : isFoundIn(find.hint) });
        continue;
      }
      const { kind, regex } = asked;
      const text = regex === undefined ? null : textPattern(regex);
      byKind.set(kind, [...(byKind.get(kind) ?? []), { rule, find, text }]);
    }
  }
  const shapes = new Map(byName.size === 0 ? [] : dialect.calls.map((shape) => [shape.kind, shape] as const));
  const kinds = new Set(['ERROR', ...shapes.keys(), ...byKind.keys()]);
  const asked = {
    lasts: new Set([...byName.keys()].map(lastPart)),
    isAsked: (name: string) => byName.has(name) || byName.has(`*.${lastPart(name)}`),
  };
  return { byName, asked, byKind, others, shapes, kinds: { rule: { kind: [...kinds].join(', ') } } };
}

export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

interface Simple {
  readonly kind: string;
  readonly regex?: string;
}

/** Null for a matcher that says more than a kind and a pattern. */
function simpleOf(matcher: Matcher): Simple | null {
  const { kind, regex, ...more } = matcher.rule;
  if (Object.keys(more).length > 0 || kind === undefined || kind.includes(',')) return null;
  return regex === undefined ? { kind } : { kind, regex };
}
