/** Whether a test tells nobody when it goes wrong: it asserts nothing itself, nor does a function of its file that it calls. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { once } from './once.ts';

const TELLS =
  /\b\w*(?:assert|expect|should|verif|refute|received|must_|wont_|raise|fail|throw|ensure|check(?!out|ed)|validate|snapshot|approv|REQUIRE|SUCCEED|skip|markTest|TEST_IGNORE|pending)\w*/i;
const ASKS_NO_MORE =
  /(?:not|never|without|no)[_ ]?(?:throw|fail|crash|error|exception|raise|exceptions?)|smoke|compiles|incomplete/i;
const FUNCTIONS = ['function_declaration', 'method', 'method_declaration', 'function_definition'];

const WITH_WORD: ReadonlySet<string> = new Set(['kotlin', 'ruby', 'php']);
const AFTER_WORD = /\b(?:fun|def|function)\s+(?:self\.)?([A-Za-z_]\w*)/;
const BEFORE_BRACKET = /([A-Za-z_]\w*)\s*(?:<[^<>]*>)?\(/;

const withoutTexts = (text: string): string =>
  text
    .replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, '""')
    .replace(/(?:\/\/|#(?![{[])).*$|\/\*[\s\S]*?\*\//gm, '');

/** `head` is what is no part of the body: annotations and the title of the test. */
export function assertsNothing(test: Node, body: string, file: SourceFile): boolean {
  const name = file.dialect.test(test);
  if (name === null || ASKS_NO_MORE.test(name)) return false;
  if (/(?:not? (?:throw|fail|crash|raise)|nothing to assert|no exception|no assert|does not throw)/i.test(body))
    return false;
  const code = withoutTexts(body);
  return !TELLS.test(code) && !mentions(code, checking(file));
}

/** Functions of the file that assert, by their names. */
const checking = once(({ root, dialect, language }: SourceFile): ReadonlySet<string> => {
  const known = FUNCTIONS.filter((kind) => dialect.scopes.includes(kind));
  const functions = root.findAll(known.join(', '));
  const named = functions.flatMap((node) => {
    const text = withoutTexts(node.text());
    const called = (WITH_WORD.has(language) ? AFTER_WORD : BEFORE_BRACKET).exec(text)?.[1];
    return called === undefined ? [] : [[called, text.slice(text.indexOf(called) + called.length)] as const];
  });
  return withCallers(named);
});

const mentions = (code: string, names: ReadonlySet<string>): boolean =>
  [...code.matchAll(/[A-Za-z_]\w*/g)].some(([word]) => names.has(word));

/** Those that assert themselves, and those that call them, however far away. */
function withCallers(functions: readonly (readonly [name: string, body: string])[]): ReadonlySet<string> {
  const names = new Set(functions.filter(([, body]) => TELLS.test(body)).map(([name]) => name));
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    for (const [name, body] of functions) if (!names.has(name) && mentions(body, names)) names.add(name);
  }
  return names;
}
