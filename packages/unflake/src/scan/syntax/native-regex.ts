/**
 * A pattern as the syntax library takes it. Its classes know all scripts, which makes a pattern dear to compile, and it compiles them anew for
 * every search; ours mean ASCII, as the same patterns do in JavaScript.
 */
// The mark that stands for a Rust macro's is a letter: MACRO_MARK of prepare.ts.
const CLASSES: Readonly<Record<string, string>> = { w: 'A-Za-z0-9_ǃ', d: '0-9', s: ' \\t\\n\\r\\f\\v' };

export function nativeRegex(regex: string): string {
  return regex.replace(/\[\\s\\S\]|\[(?:\\.|[^\]\\])*\]|\\./g, (part) => {
    if (part === '[\\s\\S]') return '(?s:.)';
    if (part.startsWith('[')) return part.replace(/\\([wds])/g, (_, name: string) => CLASSES[name]!);
    if (part === '\\b') return '(?-u:\\b)';
    if (part === '\\S') return `[^${CLASSES.s}]`;
    const ascii = CLASSES[part.slice(1)];
    return ascii === undefined ? part : `[${ascii}]`;
  });
}

/** A matcher with all its patterns so. */
export function nativeMatcher<T>(matcher: T): T {
  if (Array.isArray(matcher)) return matcher.map(nativeMatcher) as T;
  if (typeof matcher !== 'object' || matcher === null) return matcher;
  const parts = Object.entries(matcher).map(([key, value]) => [
    key,
    key === 'regex' && typeof value === 'string' ? nativeRegex(value) : nativeMatcher(value),
  ]);
  return Object.fromEntries(parts);
}

/** What a node matches, its file holds: without its anchors a pattern for a node’s text is one for the file’s. */
export function unanchored(regex: string): RegExp {
  return new RegExp(regex.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[\^$]/g, (part) => (/^[\^$]$/.test(part) ? '' : part)));
}
