import type { SourceFile } from '../../facts/source-file.ts';
import { outwards } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { becomesAName } from '../becomes-a-name.ts';
import { nodes, type Rule } from '../rule.ts';
import { readsClock } from './clock.ts';

export const nameFromClock: Rule = {
  id: 'shell/name-from-clock',
  cause: { family: 'nondeterminism', kind: 'collision' },
  severity: 'error',
  where: 'anywhere',
  message: 'names something after the clock or the process',
  why: 'Two runs that start in the same second, or two processes that get the same number, share what should be their own.',
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
