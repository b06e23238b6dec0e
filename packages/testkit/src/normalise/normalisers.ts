/**
 * One normaliser per kind of meaningless difference: paths, times, durations, ids, ports, stacks. They work on text; `normalise.ts` walks
 * the data.
 */
import { fail } from '../text/refuse.ts';

/** Created once per comparison, so that it can number its matches; then applied to each text. */
export type Normaliser = () => (text: string) => string;

export interface Replacement {
  /** Pads or cuts the placeholder to the width of the original, so that columns stay aligned. */
  readonly width?: 'own' | 'keep';
}

/**
 * Replaces every match by the placeholder. The pattern needs the flag g.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { normaliseText, replacing, stacks } from '@unflake/testkit/normalise';
 *
 * const version = replacing(/v\d+\.\d+/g, '<VERSION>');
 * assert.equal(normaliseText('tool v1.2', version, stacks()), 'tool <VERSION>');
 * ```
 */
export function replacing(pattern: RegExp, placeholder: string, { width = 'own' }: Replacement = {}): Normaliser {
  const fitted = ({ length }: string) => placeholder.slice(0, length).padEnd(length, '·');
  return replacer(pattern, () => (match) => (width === 'own' ? placeholder : fitted(match)));
}

/** A normaliser that replaces every match; the replacement is created per comparison. */
function replacer(pattern: RegExp, begin: () => (match: string) => string): Normaliser {
  if (!pattern.global) fail(`the pattern ${pattern} needs the flag g, to replace every match`);
  return () => {
    const change = begin();
    return (text) => text.replace(pattern, (match) => change(match));
  };
}

const TIME = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?|\b\d\d:\d\d:\d\d([.,]\d+)?\b/g;
const DURATION = /\b\d+(\.\d+)? ?([nµum]?s|sec|seconds?|min|minutes?|h|hours?)\b/g;

/** Times of day and ISO 8601 times become `<TIME>`. */
export const times = (options?: Replacement): Normaliser => replacing(TIME, '<TIME>', options);

/** Durations such as `12 ms`, `1.5s` and `3 minutes` become `<DURATION>`. */
export const durations = (options?: Replacement): Normaliser => replacing(DURATION, '<DURATION>', options);

/** The ports of local addresses and of URLs become `<PORT>`; line numbers of files stay. */
export const ports = (): Normaliser =>
  replacing(/(?<=(\b(localhost|127(\.\d{1,3}){3}|0\.0\.0\.0)|\[::1?\]|:\/\/[^\s/:@]+):)\d{1,5}\b/g, '<PORT>');

/** UUIDs and long hexadecimal ids become `<ID-1>`, `<ID-2>` … in order of appearance: equal ids stay equal. */
export function ids(pattern = /\b([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{16,64})\b/gi): Normaliser {
  return replacer(pattern, () => {
    const seen = new Map<string, number>();
    return (id) => {
      const number = seen.get(id) ?? seen.size + 1;
      seen.set(id, number);
      return `<ID-${number}>`;
    };
  });
}

/**
 * Absolute paths become placeholders, `{ '<REPO>': repoPath }`, also as file URLs and with the other kind of slash;
 * the rest of such a path gets forward slashes.
 */
export function paths(places: Readonly<Record<string, string>>): Normaliser {
  // The longest first: a repository inside the home directory must match as the repository.
  const longestFirst = Object.entries(places).sort(([, a], [, b]) => b.length - a.length);
  const changes = longestFirst.map(([placeholder, path]) => {
    if (path.length < 2) fail(`the path for ${placeholder} is too short to be replaced safely: '${path}'`);
    const parts = path.replace(/[\\/]+$/, '').split(/[\\/]+/);
    const start = parts.map((part) => part.replace(/[.*+?^${}()|[\]]/g, '\\$&')).join(SLASHES);
    // A path continues with a slash or ends; `/repo` must not match in `/repository`.
    const pattern = new RegExp(`(?:file://)?${start}(?![\\w-])((?:${SLASHES}[^\\s"'\`:\\\\/<>|]+)*)`, 'g');
    return (text: string) => text.replace(pattern, (_, rest: string) => placeholder + rest.replace(/[\\/]+/g, '/'));
  });
  return () => inTurn(changes);
}

const SLASHES = '[\\\\/]+';

/** Applies several changes in order. */
export const inTurn = (changes: readonly ((text: string) => string)[]) => (text: string) =>
  changes.reduce((result, change) => change(result), text);

/** Stack frames keep function and file; line and column are removed, and so are the runtime's own frames. */
export function stacks(): Normaliser {
  const runtime = /^[ \t]*at (?:[^\n]*\()?node:[^\n]*\n?/gm;
  const position = /^([ \t]*at [^\n]*?):\d+:\d+(\)?)$/gm;
  return () => (text) => text.replace(runtime, '').replace(position, '$1:<LINE>$2');
}
