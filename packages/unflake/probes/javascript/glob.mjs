/** Patterns for files, read as src/text/glob.ts reads them. */

export const isGlob = (text) => /[*?{]/.test(text);

/** `**` crosses folders, `*` and `?` do not, `{a,b}` is either. */
export function globPattern(glob) {
  let depth = 0;
  const source = glob.replace(/\*\*\/|\*\*|\*|\?|\{|\}|,|[.+^$()|[\]\\]/g, (token) => {
    if (token === '**/') return '(?:.*/)?';
    if (token === '**') return '.*';
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (token === '{') {
      depth += 1;
      return '(?:';
    }
    if (token === '}') {
      depth -= 1;
      return ')';
    }
    if (token === ',') return depth > 0 ? '|' : ',';
    return `\\${token}`;
  });
  return new RegExp(`^${source}$`);
}
