/** Samples of Rust without their frame: a test file around the statements of one test. */
export function inTest(uses: string, ...statements: readonly string[]): string {
  return `${head(uses)}#[test]\nfn sells() {\n    ${statements.join('\n    ')}\n}\n`;
}

export function inAsyncTest(uses: string, ...statements: readonly string[]): string {
  return `${head(uses)}#[tokio::test]\nasync fn sells() {\n    ${statements.join('\n    ')}\n}\n`;
}

/** A file around items. */
export function inFile(uses: string, ...items: readonly string[]): string {
  return `${head(uses)}${items.join('\n\n')}\n`;
}

function head(uses: string): string {
  const paths = uses.split(' ').filter((path) => path !== '');
  return paths.map((path) => `use ${path};\n`).join('') + (paths.length === 0 ? '' : '\n');
}
