import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const php: LanguageRule = {
  fix: 'Take the retry away and diagnose the test; if it must wait, quarantine it by name with an owner and a date.',
  find: [
    nodesOf(
      'comment',
      /@(?:retryAttempts|retryForSeconds|retry|flaky)\b/,
      (node) => /^\/\*\*/.test(node.text()) && isOfDeclaration(node),
    ),
    nodesOf('attribute', /^(?:\w+\\)*(?:Retry|RetryAttempts|Flaky)\b/),
    nodesOf('use_declaration', /^use (?:\w+\\)*(?:RetryTrait|RetryAnnotationTrait|Retries\w*);$/),
  ],
};

/** Other comments may stand between. */
function isOfDeclaration(comment: Node): boolean {
  let next = comment.next();
  while (next?.is('comment') === true) next = next.next();
  return /_declaration$/.test((next?.kind() as string) ?? '');
}
