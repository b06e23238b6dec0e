/** Patterns for files, as shells and runners read them. Probes, which stand alone, have a reading of their own; a test holds the two together. */

export const isGlob = (text: string): boolean => /[*?{]/.test(text);

/** `**` crosses folders, `*` and `?` do not, `{a,b}` is either. */
export function globPattern(glob: string): RegExp {
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
