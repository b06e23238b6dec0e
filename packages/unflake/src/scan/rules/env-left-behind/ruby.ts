import type { SourceFile } from '../../facts/source-file.ts';
import { sharedText, statementOf } from '../../semantics/place.ts';
import { quoted } from '../../semantics/undone.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

export const ruby: LanguageRule = {
  fix: 'Give the change a block that ends it: `ClimateControl.modify(A: "b") { … }`, `Dir.chdir(dir) { … }`, or put it back in `after`.',
  find: [
    nodesOf('assignment', /^ENV\[/, (node, file) => {
      const name = /^ENV\[([^\]]+)\]/.exec(node.text())?.[1] ?? '';
      // A name that is given is put back as likely as set; nothing is what was there before.
      if (!/^["']/.test(name) || /=\s*nil$/.test(node.text())) return false;
      return !isPutBack(node, file, `ENV\\[${quoted(name)}\\]\\s*=(?!=)|ENV\\.delete[( ]\\s*${quoted(name)}`);
    }),
    calls(
      'Dir.chdir',
      ({ node, args, file }) =>
        args.length === 1 && node.field('block') === null && !isPutBack(node, file, 'Dir\\.chdir'),
    ),
  ],
};

/** By another of its kind for the same test; what only sets a default, or loads the suite, changes nothing for others. */
function isPutBack(node: Node, file: SourceFile, undo: string): boolean {
  if (/\|\|=/.test(node.text()) || /(?:^|[/_])helper\.rb$/.test(file.path)) return true;
  if (nearest(node, ['ensure']) !== null || /^(?:after|teardown)\b/.test(nearest(node, ['call'])?.text() ?? ''))
    return true;
  const shared = sharedText(node, file);
  const again = shared.match(new RegExp(undo, 'g'))?.length ?? 0;
  const own = statementOf(node).text().match(new RegExp(undo, 'g'))?.length ?? 0;
  return again > own || /ENV\.(?:replace|update)\(/.test(shared);
}
