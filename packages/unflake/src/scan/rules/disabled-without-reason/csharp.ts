import { hasReason } from '../../semantics/reason-beside.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const csharp: LanguageRule = {
  fix: 'Say why: `[Fact(Skip = "waits for #12")]`, `[Ignore("…")]`, or a comment beside it; or take the test out.',
  find: [
    nodesOf(
      'attribute',
      /^(?:[A-Za-z.]*\.)?(?:Ignore|Explicit)(?:\([ ]*(?:"[ ]*")?[ ]*\))?$/,
      (node, file) =>
        /^(?:method|class)_declaration$/.test((node.parent()?.parent()?.kind() as string) ?? '') &&
        /\[\s*(?:\w+,\s*)*(?:Test\w*|Ignore|Explicit|DataTestMethod)/.test(node.parent()?.parent()?.text() ?? '') &&
        !hasReason(node, file),
    ),
    nodesOf(
      'attribute',
      /^(?:\w*Fact|\w*Theory)\([^)]*Skip[ ]*=[ ]*"(?:[ ]*|[Ss]kip(?:ped)?|[Tt]odo|TODO|[Ii]gnored?|[Ff]laky|[Bb]roken)"/,
      (node, file) => !hasReason(node, file),
    ),
    nodesOf(
      'invocation_expression',
      /^Assert\.(?:Ignore|Inconclusive)\([ ]*\)$/,
      (node, file) => node.parent()?.parent()?.parent()?.is('method_declaration') === true && !hasReason(node, file),
    ),
  ],
};
