/**
 * Whether a text can give a name a meaning of its own: as a variable, a parameter, a function. It says no only where every mention is a use
 * (`name.x`, `name(…)`, `x.name`), an import or a comment; the tree decides about the rest, at a hundred times the price.
 */

/** A line that binds nothing but what imports say, or nothing at all. */
const IMPORTS_OR_COMMENT =
  /^\s*(?:import\b|from\b|use\b|pub use\b|package\b|\}\s*from\b|#(?!\[)|\/\/|\/?\*+\s)|\brequire\(/;

const patterns = new Map<string, RegExp>();
const MOST_PATTERNS = 2_000;

export function mayBeBound(name: string, text: string): boolean {
  const pattern = patternFor(name);
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const start = text.lastIndexOf('\n', match.index) + 1;
    const end = text.indexOf('\n', pattern.lastIndex);
    if (!IMPORTS_OR_COMMENT.test(text.slice(start, end === -1 ? text.length : end))) return true;
  }
  return false;
}

function patternFor(name: string): RegExp {
  let pattern = patterns.get(name);
  if (pattern === undefined) {
    const plain = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const defined = `\\b(?:def|func|function|fn|class|record|struct|enum|interface|trait|mod)\\s*\\*?\\s*${plain}(?![\\w$])`;
    // Quotes on either side: a text, or a path of an import.
    const used = '["\'`]|\\s*(?:\\.(?!\\.)|\\(|::|\\?\\.|!\\()';
    pattern = new RegExp(`${defined}|(?<![\\w$.:"'\`/]|::)${plain}(?![\\w$]|${used})`, 'g');
    if (patterns.size >= MOST_PATTERNS) patterns.clear();
    patterns.set(name, pattern);
  }
  return pattern;
}
