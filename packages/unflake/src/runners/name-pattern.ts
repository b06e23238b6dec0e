/**
 * The pattern with which a runner runs exactly the selected tests of one file or several, if there is one. Jest, Vitest, Mocha and BATS
 * match a regular expression against all titles joined by spaces, so tests with equal names cannot be distinguished, and no test can be
 * moved.
 */
import type { RunRequest } from '../contract/runner.ts';
import { parseTitlePath } from '../contract/title-path.ts';
import { keepsOrder } from './keeps-order.ts';

export interface NamedSelection {
  readonly file: string;
  /** null for the whole file. */
  readonly pattern: string | null;
}

export interface NamedFiles {
  /** In the order of the trial. */
  readonly files: readonly string[];
  /** null for all tests of these files. */
  readonly pattern: string | null;
}

interface Naming {
  readonly names: 'any case' | 'exact case';
  /** For Vitest: before 2.1 it puts a space before the first title. */
  readonly leadingSpace?: 'possible';
}

// One argument may have 131,071 bytes on Linux; a character may take up to three.
const PATTERN_LIMIT = 40_000;

export function namedSelection(request: RunRequest, naming: Naming): NamedSelection | null {
  const named = namedFiles(request, naming);
  const [file, another] = named?.files ?? [];
  return named === null || file === undefined || another !== undefined ? null : { file, pattern: named.pattern };
}

/** For runners that accept files in any order: each file in one piece, and its tests in their own order. */
export function namedFiles({ tests, suite, repeat }: RunRequest, { names, leadingSpace }: Naming): NamedFiles | null {
  const wanted = tests.map(parseTitlePath);
  const files = [...new Set(wanted.map(({ file }) => file))];
  const pieces = wanted.filter(({ file }, at) => file !== wanted[at - 1]?.file).length;
  if (files.length === 0 || repeat !== 1 || pieces > files.length) return null;
  const ofFile = (file: string) => tests.filter((_, at) => wanted[at]!.file === file);
  if (!files.every((file) => keepsOrder(ofFile(file), suite))) return null;

  const inFiles = suite.filter((id) => files.includes(parseTitlePath(id).file));
  if (inFiles.length === tests.length) return { files, pattern: null };
  const fullName = (id: string) => {
    const titles = parseTitlePath(id).titles.join(' ');
    const name = leadingSpace ? titles.replace(/^ /, '') : titles;
    return names === 'any case' ? name.toLowerCase() : name;
  };
  const chosen = new Set(tests.map(fullName));
  const matched = inFiles.filter((id) => chosen.has(fullName(id)));
  const literal = [...new Set(wanted.map((path) => escapePattern(path.titles.join(' '))))];
  const start = leadingSpace ? '^ ?' : '^';
  const pattern = `${start}${literal.length === 1 ? literal[0] : `(${literal.join('|')})`}$`;
  return matched.length === tests.length && pattern.length <= PATTERN_LIMIT ? { files, pattern } : null;
}

/** A regular expression that matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
