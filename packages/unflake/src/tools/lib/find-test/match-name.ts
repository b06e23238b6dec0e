/** The tests that a name means: those whose own name, with the enclosing names that the text has, matches. */
import { comparable, type NamedId } from './named-id.ts';

export interface WantedName {
  readonly name: string;
  /** The name has every title, from the outermost on. */
  readonly whole?: boolean | undefined;
  /** The suffix of cases that have no id of their own. */
  readonly cases?: RegExp | undefined;
}

/** The closest matches of any test; [] if there are none. */
export function matchName({ name, whole, cases }: WantedName, tests: readonly NamedId[]): readonly NamedId[] {
  const spelled = cases === undefined ? [name] : [name, name.replace(cases, '')];
  for (const text of spelled) {
    const wanted = comparable(text);
    if (wanted === '') continue;
    const all = whole ? tests.filter(({ titles }) => comparable(titles.join(' ')) === wanted) : [];
    const found = all.length > 0 ? all : tests.filter(({ paths }) => paths.some((path) => endsWith(path, wanted)));
    if (found.length > 0) return asWritten(text, found);
  }
  // A name without parameters matches the test with them, but not the reverse: those would belong to another test.
  const bare = comparable(spelled.at(-1)!);
  return bare === '' ? [] : tests.filter(({ paths }) => paths.some((path) => endsWith(withoutParameters(path), bare)));
}

/** Tests inside a class, a suite or a module of that name. */
export function matchInside(name: string, tests: readonly NamedId[]): readonly NamedId[] {
  const wanted = comparable(name);
  if (wanted === '') return [];
  return tests.filter(({ paths }) =>
    paths.some((path) => path.some((_, end) => end > 0 && endsWith(path.slice(0, end), wanted, 'not longer'))),
  );
}

/** True if a text is a suffix of a path of names, cut between two of them; or the whole path with a prefix, such as a folder above. */
function endsWith(path: readonly string[], text: string, longer?: 'not longer'): boolean {
  let rest = text;
  for (const part of path.toReversed()) {
    if (rest === part) return true;
    if (!rest.endsWith(` ${part}`)) return false;
    rest = rest.slice(0, -part.length - 1);
  }
  return longer === undefined && path.length > 1;
}

function withoutParameters(path: readonly string[]): readonly string[] {
  const last = path.at(-1) ?? '';
  const bare = last.replace(/(?:\[.*\]|\(.*\))$/s, '').trim();
  return bare === '' ? path : [...path.slice(0, -1), bare];
}

/** If names differ only in separators, the one with the text's spelling. */
function asWritten(text: string, found: readonly NamedId[]): readonly NamedId[] {
  const plain = (name: string) => name.replace(/ [>›] |::/g, ' ').trim();
  const alike = found.filter(({ titles }) => plain(titles.join(' ')).endsWith(plain(text)));
  return alike.length > 0 ? alike : found;
}
