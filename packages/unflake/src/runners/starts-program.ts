/** The program as a separate word, with or without its folder: not `jest-html` nor `vitest-report`. */
export function startsProgram(script: unknown, program: string): boolean {
  const word = new RegExp(`(?:^|[\\s;&|/])${program}(?:\\.m?js)?(?=$|[\\s;&|])`);
  return typeof script === 'string' && word.test(script);
}
