/**
 * One normaliser for each thing that differs without meaning: paths, times, durations, ids, ports, stacks. They work
 * on text; going through data is left to `normalise.ts`.
 */

/** Begun once for a whole comparison, so that it can number what it finds; then applied to each text. */
export type Normaliser = () => (text: string) => string;

export interface Replacement {
  /** Fill the placeholder up, or cut it, to the width of what it replaces, so that columns stay aligned. */
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
  if (!pattern.global) throw new TypeError(`the pattern ${pattern} needs the flag g, to replace every match`);
  if (width === 'own') return () => (text) => text.replace(pattern, () => placeholder);
  return () => (text) => text.replace(pattern, (match) => placeholder.slice(0, match.length).padEnd(match.length, '·'));
}

const TIME =
  /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?|\b\d{2}:\d{2}:\d{2}(?:[.,]\d+)?\b/g;
const DURATION = /\b\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s|sec|seconds?|min|minutes?|h|hours?)\b/g;

/** Times of day and ISO 8601 times become `<TIME>`. */
export const times = (options?: Replacement): Normaliser => replacing(TIME, '<TIME>', options);

/** Durations such as `12 ms`, `1.5s` and `3 minutes` become `<DURATION>`. */
export const durations = (options?: Replacement): Normaliser => replacing(DURATION, '<DURATION>', options);

/** The ports of local addresses and of URLs become `<PORT>`; line numbers of files are left alone. */
export function ports(): Normaliser {
  const port = /((?:\blocalhost|\b127(?:\.\d{1,3}){3}|\b0\.0\.0\.0|\[::1?\]|:\/\/[^\s/:@]+):)\d{1,5}\b/g;
  return () => (text) => text.replace(port, '$1<PORT>');
}

/** UUIDs and long hexadecimal ids become `<ID-1>`, `<ID-2>` … in order of appearance: equal ids stay equal. */
export function ids(pattern = /\b(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{16,64})\b/gi): Normaliser {
  if (!pattern.global) throw new TypeError(`the pattern ${pattern} needs the flag g, to replace every match`);
  return () => {
    const seen = new Map<string, string>();
    return (text) =>
      text.replace(pattern, (id) => {
        const name = seen.get(id) ?? `<ID-${seen.size + 1}>`;
        seen.set(id, name);
        return name;
      });
  };
}

/**
 * Absolute paths become placeholders, `{ '<REPO>': repoPath }`, also as file URLs and with the other kind of slash;
 * the rest of such a path gets forward slashes.
 */
export function paths(places: Readonly<Record<string, string>>): Normaliser {
  const entries = Object.entries(places).map(([placeholder, path]) => {
    if (path.length < 2)
      throw new TypeError(`the path for ${placeholder} is too short to be replaced safely: '${path}'`);
    const segments = path
      .replace(/[\\/]+$/, '')
      .split(/[\\/]+/)
      .map(escapePattern);
    // A path goes on with a slash or ends; `/repo` must not match in `/repository`.
    const pattern = new RegExp(
      `(?:file://)?${segments.join('[\\\\/]+')}(?![\\w-])((?:[\\\\/]+[^\\s"'\`:\\\\/<>|]+)*)`,
      'g',
    );
    return { placeholder, pattern, length: path.length };
  });
  // The longest first: a repository within the home directory is the repository.
  entries.sort((a, b) => b.length - a.length);
  return () => (text) =>
    entries.reduce(
      (result, { placeholder, pattern }) =>
        result.replace(pattern, (_, rest: string) => placeholder + rest.replace(/[\\/]+/g, '/')),
      text,
    );
}

/** Stack frames keep function and file; line and column go, and so do the frames of the runtime itself. */
export function stacks(): Normaliser {
  const runtime = /^[ \t]*at (?:[^\n]*\()?node:[^\n]*\n?/gm;
  const position = /^([ \t]*at [^\n]*?):\d+:\d+(\)?)$/gm;
  return () => (text) => text.replace(runtime, '').replace(position, '$1:<LINE>$2');
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
