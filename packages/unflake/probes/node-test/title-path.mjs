/** The id of a test by file, titles and occurrence; the same text as `formatTitlePath` in src/contract, and a test compares the two. */
export function titlePath(file, titles, occurrence) {
  const text = [file, ...titles].map(escapePart).join(' > ');
  return occurrence > 1 ? `${text}\\#${occurrence}` : text;
}

function escapePart(part) {
  return part.replace(/[\\>\n\r]/g, (c) => (c === '\n' ? '\\n' : c === '\r' ? '\\r' : `\\${c}`));
}
