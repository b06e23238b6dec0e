/** Which tests a name means: those whose own name, with as much around it as the text tells, is that name. */
import { comparable, type NamedId } from './named-id.ts';

export interface WantedName {
  readonly name: string;
  /** The name has every title, from the outermost on. */
  readonly whole?: boolean | undefined;
  /** What cases without an id of their own have behind their test's name. */
  readonly cases?: RegExp | undefined;
}

/** The closest reading that any test has; [] where none has one. */
export function matchName({ name, whole, cases }: WantedName, tests: readonly NamedId[]): readonly NamedId[] {
  const spelled = cases === undefined ? [name] : [name, name.replace(cases, '')];
  for (const text of spelled) {
    const wanted = comparable(text);
    if (wanted === '') continue;
    const all = whole ? tests.filter(({ titles }) => comparable(titles.join(' ')) === wanted) : [];
    const found = all.length > 0 ? all : tests.filter(({ paths }) => paths.some((path) => endsWith(path, wanted)));
    if (found.length > 0) return asWritten(text, found);
  }
  // A name without parameters means the test with them, and never the other way round: those would be of another test.
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

/** Whether a text is the end of a path of names, cut between two of them; or all of the path with more in front, as from a folder above. */
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

/** Where names differ in nothing but separators, the one that is written like the text. */
function asWritten(text: string, found: readonly NamedId[]): readonly NamedId[] {
  const plain = (name: string) => name.replace(/ [>›] |::/g, ' ').trim();
  const alike = found.filter(({ titles }) => plain(titles.join(' ')).endsWith(plain(text)));
  return alike.length > 0 ? alike : found;
}
