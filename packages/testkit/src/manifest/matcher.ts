/** Shell-like patterns for paths: `*` and `?` within a part, `**` across parts, `{a,b}` for a choice. */

const SPECIAL = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[.+^$()|[\]\\{}]/g;

export function matcher(pattern: string): (path: string) => boolean {
  if (pattern === '') throw new TypeError('a pattern must not be empty');
  const expression = new RegExp(`^${translate(pattern)}$`);
  return (path) => expression.test(path);
}

function translate(pattern: string): string {
  return pattern.replace(SPECIAL, (token) => {
    if (token === '**/') return '(?:[^/]+/)*';
    if (token === '**') return '.*';
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.length > 1) return `(?:${token.slice(1, -1).split(',').map(translate).join('|')})`;
    return `\\${token}`;
  });
}
