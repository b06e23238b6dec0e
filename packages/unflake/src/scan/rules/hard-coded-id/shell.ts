import type { SourceFile } from '../../facts/source-file.ts';
import { functionAround } from '../../semantics/shell/command.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

const GUESS = /"?\$\{?((?:\w+_)?id)\}?"?\s*(?:-eq|==?)\s*"?[1-9]\d{0,2}"?(?=\s|$)/i;

export const shell: LanguageRule = {
  fix: 'Use the id that was given: `shop show "$id"`.',
  find: [
    nodesOf('test_command', /(?:id|ID)\b/, isGuess),
    nodesOf('command', /^(?:test|assertEquals|assert_equal)\b[\s\S]*(?:id|ID)\b/, isGuess),
  ],
};

function isGuess(node: Node, file: SourceFile): boolean {
  const text = node.text();
  const name = GUESS.exec(text)?.[1] ?? /^assert\w+\s+"?[1-9]\d{0,2}"?\s+"?\$\{?((?:\w+_)?id)\}?"?$/i.exec(text)?.[1];
  if (name === undefined) return false;
  const scope = functionAround(node) ?? file.root;
  const given = scope
    .findAll({ rule: { kind: 'variable_assignment' } })
    .filter((one) => one.namedChildren()[0]?.text() === name);
  return given.some(
    (one) =>
      /\$\([^)]*\b(?:add|create|insert|register|new|post|save|store|sign-?up)/i.test(one.text()) &&
      !/\bid[= ]\d/i.test(one.text()),
  );
}
