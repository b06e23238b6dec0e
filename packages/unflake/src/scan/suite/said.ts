/** Comments that say why something is fine here: on the same line, or in the lines of comment right before it. */
import { outwards } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';
import type { SuiteFile } from './suite.ts';

export function isSaid(node: Node, file: SuiteFile, words: RegExp): boolean {
  const lines = file.source.text.split('\n');
  const { start, end } = statementOf(node).range();
  if (lines.slice(start.line, end.line + 1).some((line) => words.test(commentIn(line)))) return true;
  for (let at = start.line - 1; at >= 0 && /^\s*#/.test(lines[at]!); at -= 1) {
    if (words.test(lines[at]!)) return true;
  }
  return false;
}

const commentIn = (line: string): string => /(?:^|\s)#.*$/.exec(line)?.[0] ?? '';

/** `a || b` and what is redirected belong together. */
function statementOf(node: Node): Node {
  let whole = node;
  for (const above of outwards(node)) {
    if (!/^(?:list|pipeline|redirected_statement|negated_command)$/.test(above.kind())) break;
    whole = above;
  }
  return whole;
}
