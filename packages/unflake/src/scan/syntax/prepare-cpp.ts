/** C and C++ as the parser reads them: macros that look like no function become ones, and words of C++ stay names in C. Lines stay where they are. */

/** Macros whose tests have a title instead of a name. */
const CASES =
  'TEST_CASE|SCENARIO|TEST_CASE_METHOD|TEST_CASE_FIXTURE|TEMPLATE_TEST_CASE|TEST_CASE_TEMPLATE|TEST_CASE_PERSISTENT_FIXTURE|SCENARIO_METHOD';
export const CASE_MACRO = new RegExp(`^(?:${CASES})$`);

/** The title moves into the body, so that a function is left. */
const CASE = new RegExp(
  `^([ \\t]*)(${CASES})[ \\t]*\\(((?:"(?:\\\\.|[^"\\\\])*"|[^"()\\n]|\\([^()\\n]*\\))*)\\)(\\s*)\\{`,
  'gm',
);
/** Blocks behind a macro without a semicolon: one takes the place of the blank. */
const SECTION =
  /^([ \t]*(?:SECTION|DYNAMIC_SECTION|SUBCASE|GIVEN|WHEN|THEN|AND_GIVEN|AND_WHEN|AND_THEN)[ \t]*\((?:"(?:\\.|[^"\\])*"|[^"\n])*?\))(\s)(?=\s*\{)/gm;
/** In C these are names like any other; letters of another alphabet keep their width. Texts stay as they are. */
const NAMES_IN_C =
  /"(?:\\.|[^"\\\n])*"|\b(?:new|class|this|delete|private|public|protected|template|namespace|virtual|operator|typename|friend|explicit|try|catch|throw)\b/g;

export function preparedCpp(path: string, text: string): string {
  const cased = text
    .replace(CASE, (_, indent: string, macro: string, given: string, gap: string) => {
      return `${indent}${macro}(C)${gap}{ (${given});`;
    })
    .replace(SECTION, (_, head: string, gap: string) => `${head}${gap === '\n' ? ';\n' : ';'}`);
  return path.endsWith('.c') ? cased.replace(NAMES_IN_C, asName) : cased;
}

const TO_FULL_WIDTH = 0xfee0;
const asName = (word: string): string =>
  word.startsWith('"') ? word : `${String.fromCharCode(word.charCodeAt(0) + TO_FULL_WIDTH)}${word.slice(1)}`;

/** As it was written, for people. */
export const shownCpp = (code: string): string =>
  code.replace(/[ａ-ｚ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - TO_FULL_WIDTH));
