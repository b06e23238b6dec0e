/** A language's rules, made ready once for all its files: what they look for by name, what by the kind of a node. */
import type { CallShape, Dialect } from './facts/dialect.ts';
import type { FindCalls, FindNodes, Rule } from './rules/rule.ts';
import type { Matcher } from './syntax/parser.ts';
import { isFoundIn } from './syntax/required-words.ts';
import { textPattern, unanchored } from './syntax/text-pattern.ts';
import { type WordTable, wordTable } from './token-index.ts';

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
}

export interface ByOther {
  readonly rule: Rule;
  readonly find: FindNodes;
  readonly isIn: MatchTest;
}

/** Whether a text holds something. */
export type MatchTest = (text: string) => boolean;

export interface RuleSet {
  readonly byName: ReadonlyMap<string, readonly ByName[]>;
  readonly isAsked: (name: string) => boolean;
  /** The last parts of all names. */
  readonly table: WordTable;
  /** For each last part what else must be written somewhere: the words of any one name. Null where a name has no other part. */
  readonly requiredWords: ReadonlyMap<string, readonly (readonly string[])[] | null>;
  /** Last parts that are more than a word. */
  readonly odd: readonly string[];
  readonly hints: readonly MatchTest[];
  readonly byKind: ReadonlyMap<string, readonly ByKind[]>;
  readonly others: readonly ByOther[];
  readonly shapes: ReadonlyMap<string, CallShape>;
}

export function ruleSet(dialect: Dialect, rules: readonly Rule[]): RuleSet {
  const byName = new Map<string, ByName[]>();
  const byKind = new Map<string, ByKind[]>();
  const others: ByOther[] = [];
  const hints = new Map<string, { readonly place: number; readonly isIn: MatchTest }>();
  const placeOf = (hint: RegExp): number => {
    const key = String(hint);
    const known = hints.get(key) ?? { place: hints.size, isIn: isFoundIn(hint) };
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
        others.push({ rule, find, isIn: find.hint === undefined ? () => true : isFoundIn(find.hint) });
        continue;
      }
      const { kinds, regex } = asked;
      const text = regex === undefined ? null : textPattern(regex);
      const needed = find.hint ?? (regex === undefined ? undefined : unanchored(regex));
      const hint = needed === undefined ? null : placeOf(needed);
      for (const kind of kinds) byKind.set(kind, [...(byKind.get(kind) ?? []), { rule, find, text, hint }]);
    }
  }
  const shapes = new Map(byName.size === 0 ? [] : dialect.calls.map((shape) => [shape.kind, shape] as const));
  const requiredWords = requiredWordsByLast(dialect, byName.keys());
  return {
    byName,
    isAsked: (name) => byName.has(name) || byName.has(`*.${lastPart(name)}`),
    table: wordTable(requiredWords.keys()),
    requiredWords,
    odd: [...requiredWords.keys()].filter((last) => !/^[\w$]+$/.test(last)),
    byKind,
    hints: [...hints.values()].map(({ isIn }) => isIn),
    others,
    shapes,
  };
}

export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** A name is known by what imports and calls say in so many words; but for what the language imports by itself, all its parts are written. */
function requiredWordsByLast(dialect: Dialect, names: Iterable<string>): RuleSet['requiredWords'] {
  const unwritten = new Set(dialect.imports([]).whole.flatMap(wordsOf));
  const requiredWords = new Map<string, (readonly string[])[] | null>();
  for (const name of names) {
    const last = lastPart(name);
    const others = wordsOf(name.slice(0, -last.length)).filter((word) => !unwritten.has(word));
    const known = requiredWords.get(last);
    if (others.length === 0) requiredWords.set(last, null);
    else if (known !== null) requiredWords.set(last, [...(known ?? []), others]);
  }
  return requiredWords;
}

const wordsOf = (name: string): readonly string[] => name.match(/[\w$]+/g) ?? [];

interface Simple {
  readonly kinds: readonly string[];
  readonly regex?: string;
}

/** Null for a matcher that says more than kinds and a pattern. */
function simpleOf(matcher: Matcher): Simple | null {
  const { kind, regex, ...more } = matcher.rule;
  if (Object.keys(more).length > 0 || kind === undefined) return null;
  const kinds = kind.split(/\s*,\s*/);
  return regex === undefined ? { kinds } : { kinds, regex };
}
