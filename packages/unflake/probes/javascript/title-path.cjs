/** Writes ids as src/contract/title-path.ts does. A probe runs inside the subject, so it has its own copy; a test compares the two. */
'use strict';

const NAMES = { '\n': '\\n', '\r': '\\r' };

/** @param {{ file: string, titles: readonly string[], occurrence: number }} path */
function formatTitlePath({ file, titles, occurrence }) {
  const text = [file, ...titles].map(escapePart).join(' > ');
  return occurrence > 1 ? `${text}\\#${occurrence}` : text;
}

/** Ids for the tests of one file in the order of definition: equal names are numbered. */
function numberIds(file, titlePaths) {
  const seen = new Map();
  return titlePaths.map((titles) => {
    const name = formatTitlePath({ file, titles, occurrence: 1 });
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    return formatTitlePath({ file, titles, occurrence });
  });
}

/** The file that an id names: its part before the first separator. */
function fileOf(id) {
  // The mark stands behind an even number of `\`; behind an odd one it is a part of the title.
  const [first] = id.replace(/(?<!\\)((?:\\\\)*)\\#\d+$/, '$1').split(' > ');
  return first.replace(/\\([\\>nr])/g, (_, c) => (c === 'n' ? '\n' : c === 'r' ? '\r' : c));
}

function escapePart(part) {
  return String(part).replace(/[\\>\n\r]/g, (c) => NAMES[c] ?? `\\${c}`);
}

module.exports = { fileOf, formatTitlePath, numberIds };
