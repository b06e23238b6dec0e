/** Code without its texts and comments, for a first look at a piece of it: cheaper than any question about the tree. */
import type { Language } from '../syntax/language.ts';

/** A quote with more than one character behind it is no character of Rust but a lifetime. */
const OTHERS = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\\n])'|\/\/.*|\/\*[\s\S]*?\*\//g;
/** A pattern stands where a value can begin; what is filled into a text goes with it. */
const JAVASCRIPT =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|\$\{(?:[^{}`]|\{[^{}`]*\})*\}|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\/|(?<=[=(,:;!&|?{}\n[]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g;

/** A number sign begins a comment, unless something is filled into a text with it. */
const WITH_NUMBER_SIGN = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?:\/\/|#(?![{[])).*$|\/\*[\s\S]*?\*\//gm;

const BY_LANGUAGE: Partial<Readonly<Record<Language, RegExp>>> = {
  python: /("""|''')[\s\S]*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#.*/g,
  javascript: JAVASCRIPT,
  go: OTHERS,
  rust: OTHERS,
  java: OTHERS,
};

export const plainCode = (text: string, language: Language): string =>
  text.replace(BY_LANGUAGE[language] ?? WITH_NUMBER_SIGN, (part) => (/^["'`]/.test(part) ? '""' : ''));
