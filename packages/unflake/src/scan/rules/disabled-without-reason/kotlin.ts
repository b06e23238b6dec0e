import { calleeOf } from '../../facts/dialects/kotlin.ts';
import { hasReason } from '../../semantics/reason-beside.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const kotlin: LanguageRule = {
  fix: 'Say why: `@Disabled("waits for #12")`, `@Ignore("…")`, Kotest’s `.config(enabledOrReasonIf = …)`, or a comment beside it; or take the test out.',
  find: [
    nodesOf(
      'annotation',
      /^@(?:[a-z.]*\.)?(?:Disabled|Ignore|Ignored)(?:\([ ]*(?:"[ ]*")?[ ]*\))?$/,
      (node, file) =>
        /^(?:function|class)_declaration$/.test((node.parent()?.parent()?.kind() as string) ?? '') &&
        !hasReason(node, file),
    ),
    nodesOf(
      'call_expression',
      /^x(?:test|it|describe|context|should|given|feature|scenario)\(/,
      (node, file) =>
        calleeOf(node)?.is('call_expression') === true && node.text().endsWith('}') && !hasReason(node, file),
    ),
    nodesOf(
      'call_expression',
      /\.config\([ ]*enabled[ ]*=[ ]*false/,
      (node, file) => /\.config$/.test(calleeOf(node)?.text() ?? '') && !hasReason(node, file),
    ),
  ],
};
