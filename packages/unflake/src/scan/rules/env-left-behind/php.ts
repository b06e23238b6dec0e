import type { SourceFile } from '../../facts/source-file.ts';
import { functions } from '../../semantics/php/called.ts';
import { sharedText } from '../../semantics/place.ts';
import { quoted } from '../../semantics/undone.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const php: LanguageRule = {
  fix: 'Put it back in `tearDown()`: `putenv("NAME")`, `unset($_ENV["NAME"])`, `chdir($saved)`, `date_default_timezone_set($saved)`; or `#[RunInSeparateProcess]`.',
  find: [
    functions(['putenv'], ({ node, args, file }) => {
      const key = /^["']([^="']+)=/.exec(args[0]?.text() ?? '')?.[1];
      return key !== undefined && !isPutBack(node, file, `putenv\\(\\s*["']${quoted(key)}\\b`);
    }),
    functions(
      ['chdir', 'date_default_timezone_set', 'setlocale', 'mb_internal_encoding', 'ini_set'],
      ({ node, args, file }) => {
        const callee = node.field('function')!.text().replace(/^\\/, '');
        if (callee === 'setlocale' && /^(?:0|null)$/i.test(args[1]?.text() ?? '')) return false;
        return args.length > 0 && !isPutBack(node, file, `${callee}\\(`);
      },
    ),
    nodesOf('assignment_expression', /^\$_(?:ENV|SERVER)\[/, (node, file) => {
      const left = node.field('left')!.text();
      return !isPutBack(node, file, `${quoted(left)}\\s*=(?!=)|unset\\([^)]*${quoted(left)}`);
    }),
  ],
};

/** By another of its kind for the same test, or by the runner. */
function isPutBack(node: Node, file: SourceFile, undo: string): boolean {
  if (/bootstrap\.php$|Pest\.php$/.test(file.path)) return true;
  if (nearest(node, ['finally_clause']) !== null) return true;
  const method = nearest(node, ['method_declaration']);
  if (
    /^tearDown/.test(method?.field('name')?.text() ?? '') ||
    /RunInSeparateProcess|@runInSeparateProcess/.test(file.text)
  )
    return true;
  if (/^\$_/.test(node.text()) && /BackupGlobals\(true\)|@backupGlobals enabled/.test(file.text)) return true;
  return (sharedText(node, file).match(new RegExp(undo, 'g'))?.length ?? 0) > 1;
}
