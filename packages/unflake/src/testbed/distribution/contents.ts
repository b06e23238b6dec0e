/** The contents of a distribution as names with hashes, and their comparison with another distribution, a manifest or patterns. */

import { pathPattern } from '../../text/path-pattern.ts';
import type { DistOptions, DistProblem } from './model.ts';

/** Name → SHA-256, sorted by name. */
export type Contents = ReadonlyMap<string, string>;

/** The only top folder; null if there are several, or files next to it. */
export function singleTopOf(contents: Contents): string | null {
  const tops = topsOf(contents);
  const [top] = tops;
  return tops.length === 1 && !contents.has(top!) ? top! : null;
}

export const topsOf = (contents: Contents): readonly string[] => [
  ...new Set([...contents.keys()].map((name) => name.split('/', 1)[0]!)),
];

/** Names as in a manifest: without the top folder if there is exactly one. */
export function bareNames(contents: Contents): readonly string[] {
  const top = singleTopOf(contents);
  return [...contents.keys()].map((name) => (top === null ? name : name.slice(top.length + 1)));
}

export function differences(archive: string, clean: Contents, after: Contents): readonly DistProblem[] {
  const names = [...new Set([...clean.keys(), ...after.keys()])].sort();
  return names.flatMap((file): readonly DistProblem[] => {
    const [one, other] = [clean.get(file), after.get(file)];
    if (one === other) return [];
    if (other === undefined) {
      return [
        {
          kind: 'differs',
          archive,
          file,
          how: 'only-clean',
          message: `${file} is missing after the other targets ran`,
        },
      ];
    }
    if (one === undefined) {
      return [
        {
          kind: 'differs',
          archive,
          file,
          how: 'only-after',
          message: `${file} exists only after the other targets ran`,
        },
      ];
    }
    return [
      {
        kind: 'differs',
        archive,
        file,
        how: 'content',
        message: `${file} has different content after the other targets ran`,
      },
    ];
  });
}

/** One name per line; lines that start with `#` are comments. */
export const manifestNames = (text: string): readonly string[] =>
  [...new Set(text.split('\n').map((line) => line.trim()))]
    .filter((line) => line !== '' && !line.startsWith('#'))
    .sort();

export function againstManifest(
  archive: string,
  contents: Contents,
  manifest: readonly string[],
): readonly DistProblem[] {
  const found = new Set(bareNames(contents));
  const wanted = new Set(manifest);
  return [...new Set([...found, ...wanted])].sort().flatMap((file): readonly DistProblem[] => {
    if (found.has(file) && wanted.has(file)) return [];
    if (wanted.has(file)) {
      return [
        {
          kind: 'manifest',
          archive,
          file,
          how: 'missing',
          message: `${file} is in the manifest but not in the archive`,
        },
      ];
    }
    return [
      {
        kind: 'manifest',
        archive,
        file,
        how: 'unexpected',
        message: `${file} is in the archive but not in the manifest`,
      },
    ];
  });
}

export function againstPatterns(
  archive: string,
  contents: Contents,
  { required, excluded, singleTop }: Pick<DistOptions, 'required' | 'excluded' | 'singleTop'>,
): readonly DistProblem[] {
  const names = bareNames(contents);
  const problems: DistProblem[] = [];
  if (singleTop && singleTopOf(contents) === null) {
    const files = topsOf(contents);
    problems.push({
      kind: 'several-tops',
      archive,
      files,
      message: `there must be exactly one top folder, but there are: ${files.join(', ')}`,
    });
  }
  for (const pattern of required) {
    if (names.some((name) => pathPattern(pattern, 'crossing').test(name))) continue;
    problems.push({
      kind: 'required',
      archive,
      pattern,
      file: null,
      message: `no file matches the required pattern ${pattern}`,
    });
  }
  for (const pattern of excluded) {
    for (const file of names.filter((name) => pathPattern(pattern, 'crossing').test(name))) {
      problems.push({
        kind: 'excluded',
        archive,
        pattern,
        file,
        message: `${file} matches the excluded pattern ${pattern}`,
      });
    }
  }
  return problems;
}
