/** A language's rules, made ready once for all its files: what they look for by name, what by the kind of a node. */
import type { Dialect } from './facts/dialect.ts';
import type { FindCalls, FindNodes, Rule } from './rules/rule.ts';
import { nativeRegex, unanchored } from './syntax/native-regex.ts';
import type { Matcher } from './syntax/parser.ts';
import { type WordTable, wordTable } from './words.ts';

export interface ByName {
  readonly rule: Rule;
  readonly find: FindCalls;
}

export interface ByKind {
  readonly rule: Rule;
  readonly find: FindNodes;
  readonly text: RegExp | null;
  /** What the file's text must hold, by its place in `hints`. */
  readonly hint: number | null;
  readonly native: string | null;
}

export interface RuleSet {
  readonly dialect: Dialect;
  readonly byName: ReadonlyMap<string, readonly ByName[]>;
  readonly byKind: ReadonlyMap<string, readonly ByKind[]>;
  readonly others: readonly { readonly rule: Rule; readonly find: FindNodes }[];
  readonly hints: readonly RegExp[];
  /** What the file's text must hold for each of the nodes that import; null for nothing in particular. */
  readonly importHints: readonly (RegExp | null)[];
  /** The last parts of all names. */
  readonly table: WordTable;
  /** The names whose last part is this word. */
  readonly byLast: ReadonlyMap<string, readonly string[]>;
  /** Last parts that are more than a word. */
  readonly odd: readonly string[];
}

export function ruleSet(dialect: Dialect, rules: readonly Rule[]): RuleSet {
  const byName = new Map<string, ByName[]>();
  const byKind = new Map<string, ByKind[]>();
  const others: { rule: Rule; find: FindNodes }[] = [];
  const hints = new Map<string, { readonly place: number; readonly hint: RegExp }>();
  const placeOf = (hint: RegExp): number => {
    const key = String(hint);
    const known = hints.get(key) ?? { place: hints.size, hint };
    hints.set(key, known);
    return known.place;
  };
  for (const rule of rules) {
    for (const find of rule.find) {
      if ('calls' in find) {
        for (const name of find.calls) byName.set(name, [...(byName.get(name) ?? []), { rule, find }]);
        continue;
      }
      const asked = simpleOf(find.nodes);
      if (asked === null) {
        others.push({ rule, find });
        continue;
      }
      const { kind, regex } = asked;
      const hint = find.hint ?? (regex === undefined ? undefined : unanchored(regex));
      const text = regex === undefined ? null : new RegExp(regex);
      const native = regex === undefined ? null : nativeRegex(regex);
      const known = byKind.get(kind) ?? [];
      byKind.set(kind, [...known, { rule, find, text, native, hint: hint === undefined ? null : placeOf(hint) }]);
    }
  }
  const byLast = new Map<string, string[]>();
  for (const name of byName.keys()) {
    const last = lastPart(name);
    byLast.set(last, [...(byLast.get(last) ?? []), name]);
  }
  const odd = [...byLast.keys()].filter((last) => !/^[\w$]+$/.test(last));
  const table = wordTable(byLast.keys());
  return {
    dialect,
    byName,
    byKind,
    others,
    hints: [...hints.values()].map(({ hint }) => hint),
    importHints: dialect.importing.map(({ regex }) => (regex === undefined ? null : unanchored(regex))),
    table,
    byLast,
    odd,
  };
}

export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

interface Simple {
  readonly kind: string;
  readonly regex?: string;
}

/** Null for a matcher that says more than a kind and a pattern. */
function simpleOf(matcher: Matcher): Simple | null {
  const { rule, ...rest } = matcher as { rule: Record<string, unknown> };
  const { kind, regex, ...more } = rule;
  if (Object.keys(rest).length > 0 || Object.keys(more).length > 0 || typeof kind !== 'string') return null;
  return typeof regex === 'string' ? { kind, regex } : { kind };
}
