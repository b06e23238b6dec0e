import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { nodes, type Rule } from '../rule.ts';
import { convertsTime } from './clock.ts';
import { commandOf } from './command.ts';

export const timeZone: Rule = {
  id: 'shell/time-zone',
  cause: { family: 'external', kind: 'time-zone' },
  severity: 'warning',
  where: 'anywhere',
  message: 'converts a time in the zone of the machine',
  why: 'The same instant has another hour, often another day, on a machine in another zone.',
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
