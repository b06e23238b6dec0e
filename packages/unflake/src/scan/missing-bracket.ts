/**
 * A bracket that the parser put in where the author forgot it. The parser goes on as if it were there, without a mark in the tree but a
 * leaf of no width; looking at every leaf costs a third of the parsing, so only texts are looked at whose brackets do not pair.
 */
import type { SourceFile } from './facts/source-file.ts';
import { plainCode } from './rules/plain-code.ts';
import type { Node } from './syntax/parser.ts';

const CLOSES = /^[)\]}]$/;

export function missingBracket(file: SourceFile): Node | null {
  const text = file.root.text();
  // The patterns of a `case` end in brackets that nothing opens.
  const read = file.language === 'shell' ? text.replaceAll(/[()]/g, '') : text;
  if (pairs(read) || pairs(plainCode(read, file.language))) return null;
  const empty = file.root.findAll({ rule: { regex: '^$' } });
  return empty.find((node) => CLOSES.test(node.kind())) ?? null;
}

/** Whether as many brackets of each kind open as close. */
function pairs(text: string): boolean {
  let [round, square, curly] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 40:
        round += 1;
        break;
      case 41:
        round -= 1;
        break;
      case 91:
        square += 1;
        break;
      case 93:
        square -= 1;
        break;
      case 123:
        curly += 1;
        break;
      case 125:
        curly -= 1;
        break;
    }
  }
  return round === 0 && square === 0 && curly === 0;
}
