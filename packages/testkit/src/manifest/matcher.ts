/** Shell-like patterns for paths: `*` and `?` within a segment, `**` across segments, `{a,b}` for alternatives. */
import { fail } from '../text/refuse.ts';

const SPECIAL = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[.+^$()|[\]\\{}]/g;

const MEANING: Readonly<Record<string, string>> = { '**/': '(?:[^/]+/)*', '**': '.*', '*': '[^/]*', '?': '[^/]' };

export function matcher(pattern: string): (path: string) => boolean {
  if (!pattern) fail('a pattern must not be empty');
  const expression = new RegExp(`^${translate(pattern)}$`);
  return (path) => expression.test(path);
}

const translate = (pattern: string): string =>
  pattern.replace(SPECIAL, (token) => {
    const choices = token.slice(1, -1).split(',');
    return MEANING[token] ?? (token.length > 1 ? `(?:${choices.map(translate).join('|')})` : `\\${token}`);
  });
