/**
 * What the text of a node must hold for a search below it to find anything: the patterns of the search, without their anchors. A text says no at
 * a hundredth of the price at which the library compiles a pattern and walks.
 */
import { unanchored } from './native-regex.ts';
import { MACRO_MARK } from './prepare.ts';
import { isFoundIn } from './required-words.ts';

/** Flags inside a pattern, which JavaScript does not read. */
const OWN_FLAGS = /\(\?[a-z-]+[:)]/;

type Holds = (text: string) => boolean;

/** Null for a search that any text may satisfy. */
export function textNeeded(rule: unknown): Holds | null {
  if (typeof rule !== 'object' || rule === null) return null;
  const { regex, has, any, all } = rule as Readonly<Record<string, unknown>>;
  // What stands around a node is no part of its text, so `inside` says nothing here; `not` and the like neither.
  const needed = [
    typeof regex === 'string' && !OWN_FLAGS.test(regex) ? isFoundIn(unanchored(lettered(regex))) : null,
    textNeeded(has),
    Array.isArray(any) ? eitherOf(any) : null,
    ...(Array.isArray(all) ? all.map(textNeeded) : []),
  ].filter((holds) => holds !== null);
  return needed.length === 0 ? null : (text) => needed.every((holds) => holds(text));
}

function eitherOf(rules: readonly unknown[]): Holds | null {
  const needed: Holds[] = [];
  for (const rule of rules) {
    const holds = textNeeded(rule);
    if (holds === null) return null;
    needed.push(holds);
  }
  return (text) => needed.some((holds) => holds(text));
}

/** To the library the mark of a macro is a letter; JavaScript needs to be told. */
const lettered = (regex: string): string =>
  regex.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, (part) =>
    part.startsWith('[') ? part.replaceAll('\\w', `\\w${MACRO_MARK}`) : part === '\\w' ? `[\\w${MACRO_MARK}]` : part,
  );
