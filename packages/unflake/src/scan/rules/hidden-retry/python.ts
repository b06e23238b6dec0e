import type { SourceFile } from '../../facts/source-file.ts';
import { functionAround } from '../../semantics/python/around.ts';
import { callOf, callsIn } from '../../semantics/python/calls-in.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

const MARKS =
  /^@(?:pytest\.mark\.)?(?:flaky|rerun|reruns)\b|^@(?:\w+\.)*(?:retry|retries|retry_on_failure|repeat_on_failure|backoff\.on_exception)\b/;

export const python: LanguageRule = {
  fix: 'Find what it waits for and wait for that; quarantine the test with an owner and a date while you do.',
  find: [
    nodesOf('decorator', /flaky|rerun|retr|on_exception|on_failure/, (node, file) => {
      const definition = node.parent()?.field('definition');
      if (definition == null || !MARKS.test(node.text())) return false;
      return definition.is('class_definition')
        ? /Test|Case/.test(definition.field('name')?.text() ?? '')
        : file.dialect.test(definition) !== null;
    }),
    nodesOf('for_statement', /^for\s+\w+\s+in\s+range[\s\S]*\bexcept\b/, isRetryLoop),
  ],
};

/** Tries, swallows the failed assertion, and tries again. */
function isRetryLoop(loop: Node, file: SourceFile): boolean {
  const right = loop.field('right');
  const around = functionAround(loop);
  if (right === null || !right.is('call') || callOf(right).callee !== 'range' || around === null) return false;
  const attempt = loop
    .field('body')
    ?.namedChildren()
    .find((node) => node.is('try_statement'));
  const body = attempt?.field('body');
  if (attempt === undefined || body == null) return false;
  const asserts =
    body.find({ rule: { kind: 'assert_statement' } }) !== null ||
    callsIn(body, file).some(({ callee }) => /^self\.assert/.test(callee));
  const catches = attempt
    .namedChildren()
    .some(
      (node) =>
        node.is('except_clause') &&
        /^except\s*(?::|\(?\s*(?:AssertionError|Exception|BaseException))/.test(node.text()),
    );
  return asserts && catches;
}
