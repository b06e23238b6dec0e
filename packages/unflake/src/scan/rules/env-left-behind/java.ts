import type { SourceFile } from '../../facts/source-file.ts';
import { isInAfterHook, isStep, putsBack } from '../../semantics/java/around.ts';
import { isAfter, quoted, undone } from '../../semantics/undone.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

const KEPT =
  /@(?:SetSystemProperty|ClearSystemProperty|RestoreSystemProperties|SetEnvironmentVariable)\b|\b(?:restoreSystemProperties|RestoreSystemProperties|ProvideSystemProperty|SystemPropertiesExtension|SystemStubs)\b/;

export const java: LanguageRule = {
  fix: 'Put it back in `@AfterEach` (`System.clearProperty`, or the value that was there), or use JUnit Pioneer’s `@SetSystemProperty`.',
  find: [
    calls(
      'System.setProperty System.clearProperty Boolean.setBoolean',
      ({ node, args, file }) =>
        isStep(node, file) &&
        !putsBack(node) &&
        !KEPT.test(file.text) &&
        !isRestored(node, args[0]?.text() ?? '', file),
    ),
    calls(
      'System.setProperties',
      ({ node, file }) =>
        isStep(node, file) &&
        !putsBack(node) &&
        !undone(node, file, { rule: { kind: 'method_invocation', regex: '^System\\.setProperties\\(' } }),
    ),
  ],
};

function isRestored(node: Node, key: string, file: SourceFile): boolean {
  const same = `^System\\.(?:set|clear)Property\\([ \\n]*${quoted(key)}[ \\n]*[,)]|^restoreProperty\\(`;
  if (
    undone(
      node,
      file,
      { rule: { kind: 'method_invocation', regex: same } },
      (other) => isAfter(other, node) || isInAfterHook(other) || isAfter(node, other),
    )
  )
    return true;
  return undone(node, file, { rule: { kind: 'method_invocation', regex: '^System\\.setProperties\\(' } });
}
