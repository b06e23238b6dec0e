/**
 * The `-t` pattern with which Jest or Vitest runs exactly the chosen tests of one file, where there is one. Both match a regular expression
 * against all titles joined by spaces, so that tests of equal names cannot be told apart, nor can any be moved.
 */
import type { RunRequest } from '../contract/runner.ts';
import { parseTitlePath } from '../contract/title-path.ts';

export interface NamedSelection {
  readonly file: string;
  /** null when the whole file is meant. */
  readonly pattern: string | null;
}

// One argument may hold 131,071 bytes on Linux; characters may take up to three.
const PATTERN_LIMIT = 40_000;

export function namedSelection(
  { tests, suite, repeat }: RunRequest,
  { names }: { names: 'any case' | 'exact case' },
): NamedSelection | null {
  const wanted = tests.map(parseTitlePath);
  const file = wanted[0]?.file;
  if (file === undefined || repeat !== 1 || wanted.some((path) => path.file !== file)) return null;
  if (!isSubsequence(tests, suite)) return null;

  const inFile = suite.filter((id) => parseTitlePath(id).file === file);
  if (inFile.length === tests.length) return { file, pattern: null };
  const fullName = (id: string) => {
    const name = parseTitlePath(id).titles.join(' ');
    return names === 'any case' ? name.toLowerCase() : name;
  };
  const chosen = new Set(tests.map(fullName));
  const matched = inFile.filter((id) => chosen.has(fullName(id)));
  const literal = [...new Set(wanted.map((path) => escapePattern(path.titles.join(' '))))];
  const pattern = literal.length === 1 ? `^${literal[0]}$` : `^(${literal.join('|')})$`;
  return matched.length === tests.length && pattern.length <= PATTERN_LIMIT ? { file, pattern } : null;
}

/** Both runners keep the order of definition; any other needs our probes. Unknown tests are left to the runner to miss. */
function isSubsequence(tests: readonly string[], suite: readonly string[]): boolean {
  const places = new Map(suite.map((id, index) => [id, index]));
  const known = tests.flatMap((id) => places.get(id) ?? []);
  return known.every((place, index) => index === 0 || place > known[index - 1]!);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
