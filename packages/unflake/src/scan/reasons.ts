/**
 * What the text of a file gives reason to look for: a name can only be called where it is written. A file that gives no reason need not even be
 * read out of the parser. For tests there are so many rules that asking the text for each costs more than looking.
 */
import type { ByKind, RuleSet } from './rule-set.ts';
import { wordsIn } from './token-index.ts';

export interface Reasons {
  /** The last parts of names that may be called. */
  readonly lasts: ReadonlySet<string>;
  readonly byKind: ReadonlyMap<string, readonly ByKind[]>;
  readonly isNone: boolean;
}

const MAX_HINTS = 20;

export function reasonsIn(text: string, rules: RuleSet): Reasons {
  const lasts = lastsIn(text, rules);
  const byKind = rules.hints.length > MAX_HINTS ? rules.byKind : kindsIn(text, rules);
  return { lasts, byKind, isNone: lasts.size === 0 && byKind.size === 0 && rules.others.length === 0 };
}

/** Of a name all the parts are written, but for what the language imports by itself. */
function lastsIn(text: string, { table, requiredWords, odd }: RuleSet): ReadonlySet<string> {
  const holds = new Map<string, boolean>();
  const isIn = (word: string): boolean => {
    let known = holds.get(word);
    if (known === undefined) {
      known = text.includes(word);
      holds.set(word, known);
    }
    return known;
  };
  const mayBeMeant = (last: string): boolean => requiredWords.get(last)?.some((others) => others.every(isIn)) ?? true;
  const written = [...wordsIn(text, table), ...odd.filter((last) => text.includes(last))];
  return new Set(written.filter(mayBeMeant));
}

function kindsIn(text: string, { byKind, hints }: RuleSet): Reasons['byKind'] {
  const holds: (boolean | undefined)[] = [];
  const isIn = (hint: number): boolean => {
    holds[hint] ??= hints[hint]!(text);
    return holds[hint];
  };
  const found = new Map<string, readonly ByKind[]>();
  for (const [kind, all] of byKind) {
    const some = all.filter(({ hint }) => hint === null || isIn(hint));
    if (some.length > 0) found.set(kind, some);
  }
  return found;
}
