import type { SourceFile } from '../../facts/source-file.ts';
import { commandOf, isOwn } from '../../semantics/shell/command.ts';
import { outwards } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Write `LC_ALL=C sort`, or `export LC_ALL=C` in `setup`.',
  where: 'tests',
  find: [nodes({ rule: { kind: 'command', regex: '\\bsort\\b|\\bprintf\\b[\\s\\S]*%[\\d.]*[fgeFGE]' } }, follows)],
};

function follows(node: Node, file: SourceFile): boolean {
  const { name, words, sets } = commandOf(node);
  if (sets.some((one) => /^(?:LC_\w+|LANG)$/.test(one)) || isOwn(name, file) || isPinned(file)) return false;
  if (name === 'printf') return words.some((word) => /%[-+ \d.]*[fgeFGE]/.test(word));
  if (
    name !== 'sort' ||
    words.some((word) => /^(?:-\w*[nghVRM]\w*|--(?:numeric|general|human|version|random)\S*|-k\S*n\S*)$/.test(word))
  )
    return false;
  return ![...outwards(node)].some(
    (above) =>
      above.is('pipeline') &&
      /\bsort\b[^|]*\|\s*(?:uniq\s*(?:-\w+)?\s*\|\s*)?(?:wc|md5sum|sha\d+sum|grep\s+-\w*[qc])\b/.test(above.text()),
  );
}

const isPinned = ({ root }: SourceFile): boolean =>
  root.find({ rule: { kind: 'declaration_command', regex: '^export\\s[\\s\\S]*\\bLC_(?:ALL|COLLATE|NUMERIC)=' } }) !==
  null;
