/** The words of a file of arguments as `java` reads it: separated by white space, some of them quoted. */
export function argumentWords(text) {
  const parts = text.match(/(?:"(?:\\[\s\S]|[^"\\])*"|'[^']*'|[^\s"'])+/g) ?? [];
  return parts.map((word) =>
    word.replace(/"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'/g, (_, double, single) =>
      (double ?? single).replace(/\\(.)/g, '$1'),
    ),
  );
}
