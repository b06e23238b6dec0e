/** Samples of Python without their frame: a test around statements, a test file around definitions. */
export function inTest(modules: string, ...statements: readonly string[]): string {
  return `${head(modules)}def test_shop(tmp_path):\n    ${statements.join('\n    ')}\n`;
}

export function inAsyncTest(modules: string, ...statements: readonly string[]): string {
  return `${head(modules)}async def test_shop(tmp_path):\n    ${statements.join('\n    ')}\n`;
}

export function inFile(modules: string, ...definitions: readonly string[]): string {
  return `${head(modules)}${definitions.join('\n\n')}\n`;
}

function head(modules: string): string {
  const names = modules.split(' ').filter((name) => name !== '');
  return names.length === 0 ? '' : `${names.map((name) => `import ${name}\n`).join('')}\n`;
}
