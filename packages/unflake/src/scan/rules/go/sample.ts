/** Samples of Go without their frame: a test file around the statements of one test. */
export function inTest(packages: string, ...statements: readonly string[]): string {
  return `${head(packages)}func TestShop(t *testing.T) {\n\t${statements.join('\n\t')}\n}\n`;
}

/** A test file around declarations. */
export function inFile(packages: string, ...declarations: readonly string[]): string {
  return `${head(packages)}${declarations.join('\n\n')}\n`;
}

function head(packages: string): string {
  const imports = ['testing', ...packages.split(' ').filter((name) => name !== '')].map((name) => `\t"${name}"\n`);
  return `package shop\n\nimport (\n${imports.join('')})\n\n`;
}
