/** Fits one line into a number of columns. Control characters become visible, because test names are data and may contain any. */
export function shorten(text: string, columns: number): string {
  const characters = [...visible(text)];
  return characters.length <= columns
    ? characters.join('')
    : `${characters.slice(0, Math.max(0, columns - 1)).join('')}…`;
}

/** One line without control characters, so that no name can move the cursor, reverse the text or forge a line. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, (character) => ESCAPES[character] ?? unicode(character));
}

/** Many lines, with their tabs. */
export const visibleLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.split('\t').map(visible).join('\t'))
    .join('\n');

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\u001b': '\\e' };

function unicode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
