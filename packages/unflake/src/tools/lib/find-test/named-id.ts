/** Parses a test id and normalizes names: one tool writes dots where another writes arrows or spaces. */
import type { TestId } from '../../../contract/test-id.ts';
import type { TestNames } from '../../../contract/test-names.ts';
import { parseTitlePath } from '../../../contract/title-path.ts';

export interface NamedId {
  readonly id: TestId;
  /** The part of the id before its titles; null if it has only titles. */
  readonly file: string | null;
  /** Outermost first, without the suffix of a second test of the same name. */
  readonly titles: readonly string[];
  /** The normalized names of the enclosing scopes and of the test, outermost first; with and without the file's extension. */
  readonly paths: readonly (readonly string[])[];
}

const SEPARATORS = /(?:\s|::|[>›.#/$\\])+/g;

/** The separators of every runner become one space. */
export function comparable(name: string): string {
  return name.replace(SEPARATORS, ' ').trim();
}

export function namedIds(suite: readonly TestId[], startsWith: TestNames['startsWith']): readonly NamedId[] {
  // Cached, because a large suite has few files.
  const known = new Map<string | null, ReturnType<typeof fileNames>>([[null, [[]]]]);
  return suite.map((id) => {
    const { file, titles } = splitId(id);
    const names = titles.map(comparable).filter((name) => name !== '');
    const files = known.get(file) ?? fileNames(file!, startsWith);
    known.set(file, files);
    return { id, file, titles, paths: files.map((parts) => [...parts, ...names]) };
  });
}

/** `file > outer > title`, `file::Class::name` or `file::Class#name`; any other text is one title. */
export function splitId(id: string): { readonly file: string | null; readonly titles: readonly string[] } {
  const titled = id.indexOf(' > ');
  const scoped = id.indexOf('::');
  if (titled < 0 && scoped < 0) return { file: null, titles: [id] };
  if (scoped < 0 || (titled >= 0 && titled < scoped)) return parseTitlePath(id);
  // Parameters in brackets may contain anything.
  const bracket = id.indexOf('[', scoped);
  const end = bracket < 0 ? id.length : bracket;
  const [file = '', ...titles] = id.slice(0, end).split(/::|(?<!\\)#/);
  const last = `${titles.at(-1)}${id.slice(end)}`.replace(/\\#\d+$/, '');
  return { file, titles: [...titles.slice(0, -1), last] };
}

function fileNames(file: string, startsWith: TestNames['startsWith']): readonly (readonly string[])[] {
  if (startsWith === 'class') return [file.split(/[/.]/)];
  const whole = file.split('/').map(comparable);
  return [
    file
      .replace(/\.\w+$/, '')
      .split('/')
      .map(comparable),
    whole,
  ];
}
