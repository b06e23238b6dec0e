/** A pattern for the text of a node, as rules write it. */
import { MACRO_MARK } from './prepare.ts';

const IGNORES_CASE = /^\(\?i\)/;

export function textPattern(regex: string): RegExp {
  const source = regex.replace(IGNORES_CASE, '');
  return new RegExp(lettered(source), source === regex ? '' : 'i');
}

/** The mark that stands for a macro's is a letter, whatever JavaScript takes for one. */
const lettered = (regex: string): string =>
  regex.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, (part) => {
    if (part.startsWith('[')) return part.replaceAll('\\w', `\\w${MACRO_MARK}`);
    return part === '\\w' ? `[\\w${MACRO_MARK}]` : part;
  });
