import type { SourceFile } from '../../facts/source-file.ts';
import { initialOf } from '../../semantics/javascript/constants.ts';
import { undone } from '../../semantics/undone.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

const REMOVES = '(?:^|\\.| )(?:rm|unlink|rimraf|remove|del|clean|emptyDir|restore|setGracefulCleanup)[A-Za-z]*\\(';

export const javascript: LanguageRule = {
  fix: 'Remove it where failures pass too: `t.after(() => rm(dir, { recursive: true }))`, or in `afterEach`.',
  find: [
    calls(
      `fs.mkdtempSync fs.promises.mkdtemp fs/promises.mkdtemp fs-extra.mkdtemp fs-extra.mkdtempSync
       tempy.temporaryDirectory tempy.temporaryFile`,
      ({ node, file }) => !isRemoved(node, file),
    ),
    calls(
      `fs.writeFileSync fs.mkdirSync fs.promises.writeFile fs/promises.writeFile fs.promises.mkdir
       fs/promises.mkdir fs.cpSync`,
      ({ node, args, file }) => isTemporary(args[0], file) && !isRemoved(node, file),
    ),
  ],
};

function isTemporary(path: Node | undefined, file: SourceFile): boolean {
  return /\btmpdir\(\)|^["'`]\/(?:var\/)?tmp\//.test(initialOf(path, file)?.text() ?? '');
}

function isRemoved(node: Node, file: SourceFile): boolean {
  if (/\b(?:memfs|mock-fs)\b/.test(file.text)) return true;
  return (
    undone(node, file, { rule: { kind: 'call_expression', regex: `^[^;]{0,80}${REMOVES}` } }) ||
    mentionsRemoval(node, file)
  );
}

/** Given to something else to be called: `afterEach(cleanup)`, `onTestFinished(() => …)`. */
function mentionsRemoval(node: Node, file: SourceFile): boolean {
  return undone(
    node,
    file,
    { rule: { kind: 'identifier', regex: '^(?:rimraf|cleanup|cleanUp|removeAll|tearDown)$' } },
    (use) => use.parent()?.is('arguments') ?? false,
  );
}
