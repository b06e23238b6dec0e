/** A language's rules, made ready once for all its files: what they look for by name, what by the kind of a node. */
import type { Dialect } from './facts/dialect.ts';
import type { FindCalls, FindNodes, Rule } from './rules/rule.ts';
import { nativeRegex, unanchored } from './syntax/native-regex.ts';
import type { Matcher } from './syntax/parser.ts';
import { isFoundIn } from './syntax/required-words.ts';
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

export interface ByOther {
  readonly rule: Rule;
  readonly find: FindNodes;
  readonly isIn: Holds;
}

/** Whether a text holds something. */
export type Holds = (text: string) => boolean;

export interface RuleSet {
  readonly dialect: Dialect;
  readonly byName: ReadonlyMap<string, readonly ByName[]>;
  readonly byKind: ReadonlyMap<string, readonly ByKind[]>;
  readonly others: readonly ByOther[];
  readonly hints: readonly Holds[];
  /** What the file's text must hold for each of the nodes that import; null for nothing in particular. */
  readonly importHints: readonly (Holds | null)[];
  /** Whether an import may give a function a name of the file's own. */
  readonly renames: Holds;
  /** The last parts of all names. */
  readonly table: WordTable;
  /** For each last part what else must be written somewhere: the words of any one name. Null where a name has no other part. */
  readonly beside: ReadonlyMap<string, readonly (readonly string[])[] | null>;
  /** Last parts that are more than a word. */
  readonly odd: readonly string[];
}

export function ruleSet(dialect: Dialect, rules: readonly Rule[]): RuleSet {
  const byName = new Map<string, ByName[]>();
  const byKind = new Map<string, ByKind[]>();
  const others: ByOther[] = [];
  const hints = new Map<string, { readonly place: number; readonly isIn: Holds }>();
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
      const { kind, regex } = asked;
      const hint = find.hint ?? (regex === undefined ? undefined : unanchored(regex));
      const text = regex === undefined ? null : new RegExp(regex);
      const native = regex === undefined ? null : nativeRegex(regex);
      const known = byKind.get(kind) ?? [];
      byKind.set(kind, [...known, { rule, find, text, native, hint: hint === undefined ? null : placeOf(hint) }]);
    }
  }
  const beside = besideLast(dialect, byName.keys());
  const odd = [...beside.keys()].filter((last) => !/^[\w$]+$/.test(last));
  const table = wordTable(beside.keys());
  return {
    dialect,
    byName,
    byKind,
    others,
    hints: [...hints.values()].map(({ isIn }) => isIn),
    importHints: dialect.importing.map(({ regex }) => (regex === undefined ? null : isFoundIn(unanchored(regex)))),
    renames: dialect.renames === undefined ? () => true : isFoundIn(dialect.renames),
    table,
    beside,
    odd,
  };
}

export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** A name is known by what imports and calls say in so many words; but for what the language imports by itself, all its parts are written. */
function besideLast(dialect: Dialect, names: Iterable<string>): RuleSet['beside'] {
  const unwritten = new Set(dialect.imports([]).whole.flatMap(wordsOf));
  const beside = new Map<string, (readonly string[])[] | null>();
  for (const name of names) {
    const last = lastPart(name);
    const others = wordsOf(name.slice(0, -last.length)).filter((word) => !unwritten.has(word));
    const known = beside.get(last);
    if (others.length === 0) beside.set(last, null);
    else if (known !== null) beside.set(last, [...(known ?? []), others]);
  }
  return beside;
}

const wordsOf = (name: string): readonly string[] => name.match(/[\w$]+/g) ?? [];

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
