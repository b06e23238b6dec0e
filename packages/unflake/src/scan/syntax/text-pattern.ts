/** A pattern for the text of a node, as rules write it. */
import { MACRO_MARK } from './prepare.ts';

const IGNORES_CASE = /^\(\?i\)/;

export function textPattern(regex: string): RegExp {
  const source = regex.replace(IGNORES_CASE, '');
  return new RegExp(lettered(source), source === regex ? '' : 'i');
}

/** What a node matches, its file holds: without its anchors a pattern for a node’s text is one for the file’s. */
export function unanchored(regex: string): RegExp {
  const { source, flags } = textPattern(regex);
  const without = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|[\^$]/g, (part) => (/^[\^$]$/.test(part) ? '' : part));
  return new RegExp(without, flags);
}

/** The mark that stands for a macro's is a letter, whatever JavaScript takes for one. */
const lettered = (regex: string): string =>
  regex.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, (part) => {
    if (part.startsWith('[')) return part.replaceAll('\\w', `\\w${MACRO_MARK}`);
    return part === '\\w' ? `[\\w${MACRO_MARK}]` : part;
  });
