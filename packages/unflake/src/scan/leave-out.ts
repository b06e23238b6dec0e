/** What a project's settings keep out of a scan. Each pattern has its reason, and is told with what it kept out. */

import type { LeftOut } from '../contract/scan.ts';
import { pathPattern } from '../text/path-pattern.ts';
import { readingOf } from './syntax/language.ts';

export interface KeptFiles {
  readonly files: readonly string[];
  readonly excluded: readonly LeftOut[];
  /** Patterns like none of the files. */
  readonly idle: readonly string[];
}

/** `exclude`: from a file, a folder or a pattern, relative to the root, to the reason. A file counts for the first that names it. */
export function leaveOut(files: readonly string[], exclude: Readonly<Record<string, string>>): KeptFiles {
  const entries = Object.entries(exclude).map(([pattern, reason]) => {
    const like = pathPattern(pattern.replace(/^\.\//, '').replace(/\/+$/, ''), 'within');
    return { pattern, reason, like, touched: false, count: 0 };
  });
  if (entries.length === 0) return { files, excluded: [], idle: [] };
  const kept = files.filter((file) => {
    const paths = selfAndFolders(file);
    const matching = entries.filter(({ like }) => paths.some((path) => like.test(path)));
    for (const entry of matching) entry.touched = true;
    const [first] = matching;
    if (first !== undefined && readingOf(file) !== null) first.count += 1;
    return first === undefined;
  });
  return {
    files: kept,
    excluded: entries
      .filter(({ touched }) => touched)
      .map(({ pattern, reason, count }) => ({ pattern, reason, files: count })),
    idle: entries.filter(({ touched }) => !touched).map(({ pattern }) => pattern),
  };
}

function selfAndFolders(file: string): readonly string[] {
  const parts = file.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
