/** Patterns of the shell as regular expressions: `*`, `?`, `[abc]`, and `**` for any number of folders. */

/** `crossing`: `*` also takes in `/`, as in a `case` of the shell. `within`: it stays in one folder, as in a list of files. */
export function pathPattern(pattern: string, star: 'crossing' | 'within'): RegExp {
  const any = star === 'crossing' ? '[\\s\\S]' : '[^/]';
  const source = pattern.replace(/\*\*\/|\*\*|\[!?[^\]]+\]|[\s\S]/g, (part) => {
    if (part === '**/') return '(?:[\\s\\S]*/)?';
    if (part === '**') return '[\\s\\S]*';
    if (part === '*') return `${any}*`;
    if (part === '?') return any;
    if (part.length > 1) return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
    return part.replace(/[.+^${}()|\\/[\]]/, '\\$&');
  });
  return new RegExp(`^${source}$`);
}
