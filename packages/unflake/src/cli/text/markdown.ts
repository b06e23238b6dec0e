/** Escapes data in Markdown: the name of a test never becomes markup. */
import { visible } from '../../text/shorten.ts';

/** Running text. */
export function escaped(text: string): string {
  return visible(text)
    .replace(/[\\`*[\]<>|~&]/g, (character) =>
      character === '&' ? '&amp;' : character === '<' ? '&lt;' : `\\${character}`,
    )
    .replace(/(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/gu, '\\_');
}

/** A code span, with more backticks around it than it contains. */
export function code(text: string): string {
  const inside = visible(text);
  const fence = '`'.repeat(longestRun(inside) + 1);
  const space = inside.startsWith('`') || inside.endsWith('`') || inside.trim() === '' ? ' ' : '';
  return `${fence}${space}${inside}${space}${fence}`;
}

/** A code span inside a table, where a bar would end the cell even in code. */
export function codeCell(text: string): string {
  return code(text).replaceAll('|', '\\|');
}

/** A fenced block; line breaks stay. */
export function block(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
