import type { SourceFile } from '../../facts/source-file.ts';
import { becomesAName } from '../../semantics/becomes-a-name.ts';
import { readsClock } from '../../semantics/shell/clock.ts';
import { outwards } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Let `mktemp` choose, use `$BATS_TEST_TMPDIR`, or count.',
  find: [
    nodes(
      { rule: { kind: 'command', regex: '\\bdate\\b' } },
      (node, file) => readsClock(node, file) && isName(node, file),
    ),
    nodes({ rule: { kind: 'simple_expansion', regex: '^\\$(?:\\$|EPOCHSECONDS|EPOCHREALTIME|BASHPID)$' } }, isName),
  ],
};

function isName(node: Node, file: SourceFile): boolean {
  for (const above of outwards(node)) {
    // What lies in a folder of the test's own is its own.
    if (/^(?:string|concatenation)$/.test(above.kind()) && /TMPDIR/.test(above.text())) return false;
    if (above.is('file_redirect')) return true;
    if (!/^(?:string|concatenation|command_substitution)$/.test(above.kind())) break;
  }
  return becomesAName(node, file);
}
