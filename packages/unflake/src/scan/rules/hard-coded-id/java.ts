import type { SourceFile } from '../../facts/source-file.ts';
import { argumentsOf, calledName, methodAround, rootOf } from '../../semantics/java/around.ts';
import { initialOf } from '../../semantics/java/literals.ts';
import { quoted } from '../../semantics/undone.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const MAKES = /^(?:create|insert|save|register|persist|add|store|saveAndFlush|place|signUp|merge)/i;

export const java: LanguageRule = {
  fix: 'Use the id that was returned: `Long id = repository.save(user).getId()`, and ask for that.',
  find: [
    calls(
      '*.assertEquals',
      ({ args, file }) =>
        args.length >= 2 &&
        ((isWhole(args[0]) && isFreshId(args[1]!, file)) || (isWhole(args[1]) && isFreshId(args[0]!, file))),
    ),
    calls('*.isEqualTo', ({ node, args, file }) => {
      const that = node.field('object');
      return (
        isWhole(args[0]) &&
        that !== null &&
        calledName(that) === 'assertThat' &&
        argumentsOf(that)[0] !== undefined &&
        isFreshId(argumentsOf(that)[0]!, file)
      );
    }),
    calls('*.findById *.getById *.getOne *.getReferenceById *.deleteById', ({ node, args }) => {
      if (!isWhole(args[0])) return false;
      const root = rootOf(node.field('object'));
      const method = methodAround(node)?.text() ?? '';
      return (
        new RegExp(`\\b${quoted(root)}\\.(?:save|saveAndFlush|persist|insert|create)\\w*\\(`).test(
          method.slice(0, method.indexOf(node.text())),
        ) && !/\bwhen\(|\bgiven\(|\bsetId\(/.test(method)
      );
    }),
    nodesOf(
      'string_literal',
      /^"+[ \n]*[iI][nN][sS][eE][rR][tT] +[iI][nN][tT][oO] +[A-Za-z0-9_.]+ *\( *id *[,)]/,
      (node) => /values\s*\(\s*[0-9]/i.test(node.text()),
    ),
  ],
};

const isWhole = (node: Node | undefined): boolean => node !== undefined && /^[0-9][0-9_]*[lL]?$/.test(node.text());

/** `made.getId()`, where what holds it was made in this test and was not told which id to take. */
function isFreshId(node: Node, file: SourceFile): boolean {
  if (!/^(?:\w+)\.(?:getId|id)(?:\(\))?(?:\.(?:longValue|intValue)\(\))?$/.test(node.text())) return false;
  const holder = node.find({ rule: { kind: 'identifier', regex: `^${quoted(rootOf(node))}$` } });
  const value = holder === null ? undefined : initialOf(holder, file);
  if (!value?.is('method_invocation') || !MAKES.test(calledName(value))) return false;
  return (
    !/\b(?:id|setId|withId)\(|new \w+\(\s*[0-9]+[lL]?\s*,/.test(value.text()) &&
    !/\.setId\(/.test(methodAround(node)?.text() ?? '')
  );
}
