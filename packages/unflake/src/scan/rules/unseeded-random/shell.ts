import type { SourceFile } from '../../facts/source-file.ts';
import { commandOf, isOwn } from '../../semantics/shell/command.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Seed: `RANDOM=42`, `shuf --random-source=<(yes)`; or pass the value in.',
  find: [
    nodes(
      { rule: { kind: 'variable_name', regex: '^S?RANDOM$' } },
      (node, file) => !node.parent()?.is('variable_assignment') && !isSeeded(file),
    ),
    nodes({ rule: { kind: 'command', regex: 'shuf|uuidgen|urandom|/dev/random|openssl|sort' } }, throwsDice),
  ],
};

function throwsDice(node: Node, file: SourceFile): boolean {
  const { name, words } = commandOf(node);
  if (isOwn(name, file)) return false;
  if (/^(?:uuidgen)$/.test(name)) return !words.some((word) => /^--?(?:md5|sha1|n|name)/.test(word));
  if (name === 'shuf' || (name === 'sort' && words.some((word) => /^(?:-\w*R|--random-sort)$/.test(word))))
    return !words.some((word) => /^--random-source/.test(word));
  if (name === 'openssl') return words[0] === 'rand';
  return (
    /^(?:head|cat|dd|tr|od|base64|xxd|hexdump|fold)$/.test(name) && words.some((word) => /\/dev\/u?random$/.test(word))
  );
}

const isSeeded = (file: SourceFile): boolean =>
  file.root.find({ rule: { kind: 'variable_assignment', regex: '^RANDOM=' } }) !== null;
