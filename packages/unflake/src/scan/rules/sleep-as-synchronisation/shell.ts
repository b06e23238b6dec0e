import type { SourceFile } from '../../facts/source-file.ts';
import { isBackground } from '../../semantics/shell/background.ts';
import { commandOf, isOwn } from '../../semantics/shell/command.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Wait for the condition: `wait "$pid"`, or `until condition; do sleep 0.1; done` with a generous limit.',
  find: [nodes({ rule: { kind: 'command', regex: '^sleep\\b' } }, isAWait)],
};

function isAWait(node: Node, file: SourceFile): boolean {
  const { name, words } = commandOf(node);
  if (name !== 'sleep' || isOwn('sleep', file) || words[0] === undefined || /^0+$/.test(words[0])) return false;
  if (isBackground(node)) return false;
  return (
    nearest(node, [
      'while_statement',
      'for_statement',
      'c_style_for_statement',
      'subshell',
      'command_substitution',
      'if_statement',
    ]) === null && !isInBackgroundBlock(node)
  );
}

function isInBackgroundBlock(node: Node): boolean {
  const block = nearest(node, ['compound_statement']);
  return block !== null && isBackground(block);
}
