import type { SourceFile } from '../../facts/source-file.ts';
import { commandsIn } from '../../semantics/shell/command.ts';
import { nearest, outwards } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Sort the keys: `printf "%s\\n" "${!map[@]}" | LC_ALL=C sort`, or keep them in an indexed array beside it.',
  find: [nodesOf('expansion', /^\$\{!?\w+\[[@*]\]\}$/, showsOrder, /\b(?:declare|local|typeset)\s+-\w*A/)],
};

function showsOrder(node: Node, file: SourceFile): boolean {
  const name = /\{!?(\w+)/.exec(node.text())?.[1];
  if (name === undefined || !isAssociative(name, file)) return false;
  const loop = nearest(node, ['for_statement']);
  const body = loop?.field('body') ?? null;
  if (loop !== null && body !== null && node.end() <= body.start()) return !isSorted(loop) && bodyShows(body, file);
  return !isSorted(node);
}

function isAssociative(name: string, { root }: SourceFile): boolean {
  return (
    root.find({
      rule: {
        kind: 'declaration_command',
        regex: `^(?:declare|local|typeset)\\s+-\\w*A\\w*\\s(?:[\\s\\S]*\\s)?${name}\\b`,
      },
    }) !== null
  );
}

/** Something behind it in a pipe puts it in order, or only counts. */
function isSorted(node: Node): boolean {
  for (const above of outwards(node)) {
    if (above.is('pipeline') && /\|\s*(?:\w+=\S*\s+)?(?:sort|wc|grep -q|grep -c)\b/.test(above.text())) return true;
    if (above.is('function_definition')) return false;
  }
  return false;
}

const bodyShows = (body: Node, file: SourceFile): boolean =>
  body.find({ rule: { kind: 'variable_assignment', regex: '^\\w+(?:\\+=|=\\$?.*\\$\\w+.* )' } }) !== null ||
  commandsIn(body, file).some(({ name }) => /^(?:echo|printf|cat|break|return)$/.test(name));
