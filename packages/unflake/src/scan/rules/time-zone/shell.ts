import type { SourceFile } from '../../facts/source-file.ts';
import { convertsTime } from '../../semantics/shell/clock.ts';
import { commandOf } from '../../semantics/shell/command.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Say which: `date -u -d @0`, `TZ=UTC date …`, or `export TZ=UTC` in `setup`.',
  find: [
    nodes(
      { rule: { kind: 'command', regex: '\\bdate\\b' } },
      (node, file) => convertsTime(node, file) && !namesZone(node, file),
    ),
  ],
};

function namesZone(node: Node, file: SourceFile): boolean {
  const { words, sets } = commandOf(node);
  if (sets.includes('TZ') || words.some((word) => /^(?:-\w*u\w*|--utc|--universal)$/.test(word))) return true;
  if (words.some((word) => /\b(?:UTC|GMT)\b|[+-]\d{2}:?\d{2}$|Z$/.test(word) && !word.startsWith('+'))) return true;
  // Seconds since 1970 of an instant that is given as such, or of a file, are the same everywhere.
  const given = words.some((word, at) => /^@/.test(word) || /^(?:-r|--reference)$/.test(words[at - 1] ?? ''));
  if (given && words.some((word) => /^\+%s%?N?$/.test(word))) return true;
  return (
    file.root.find({
      rule: { kind: 'variable_assignment', regex: '^TZ=', inside: { kind: 'declaration_command', regex: '^export' } },
    } as never) !== null
  );
}
