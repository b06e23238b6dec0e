/** Code without its texts and comments, for a first look at a piece of it: cheaper than any question about the tree. */
import type { Language } from '../syntax/language.ts';

const PYTHON = /("""|''')[\s\S]*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#.*/g;
/** A quote with more than one character behind it is no character of Rust but a lifetime. */
const OTHERS = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\\n])'|\/\/.*|\/\*[\s\S]*?\*\//g;
/** A pattern stands where a value can begin; what is filled into a text goes with it. */
const JAVASCRIPT =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|\$\{(?:[^{}`]|\{[^{}`]*\})*\}|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\/|(?<=[=(,:;!&|?{}\n[]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g;

export const plainCode = (text: string, language: Language): string =>
  text.replace(language === 'python' ? PYTHON : language === 'javascript' ? JAVASCRIPT : OTHERS, '""');
