import type { SourceFile } from '../../facts/source-file.ts';
import { isPutBack } from '../../semantics/python/put-back.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const GUARDS = /patch\.dict\([^)]*environ|isolated_filesystem|\bchdir\(|contextlib\.chdir|set_env|temp_env|environ\(/;

export const python: LanguageRule = {
  fix: 'Use `monkeypatch.setenv` and `monkeypatch.chdir`, or `with mock.patch.dict(os.environ, {…}):`.',
  find: [
    nodesOf('assignment', /environ/, (node, file) => isEnvironment(node.field('left'), file) && isLeft(node, file)),
    nodesOf(
      'delete_statement',
      /environ/,
      (node, file) => isEnvironment(node.namedChildren()[0] ?? null, file) && isLeft(node, file),
    ),
    calls(
      'os.environ.update os.environ.setdefault os.environ.pop os.environ.clear os.putenv os.unsetenv',
      ({ node, file }) => isLeft(node, file),
    ),
    calls('os.chdir', ({ node, file }) => !isPutBack({ node, file, restores: /\bchdir\b/, guards: GUARDS })),
    calls('os.umask', ({ node, file }) => !isPutBack({ node, file, restores: /\bumask\b/, guards: GUARDS })),
  ],
};

/** Put back by its name, or with everything else. */
function isLeft(node: Node, file: SourceFile): boolean {
  const key = /["'](\w+)["']/.exec(node.text())?.[1];
  const restores =
    key === undefined
      ? /\benviron\b|putenv|unsetenv/
      : new RegExp(
          `\\benviron\\.(?:clear|update)|\\benviron\\s*=|\\b(?:environ|putenv|unsetenv)\\b[\\s\\S]*["']${key}["']`,
        );
  return !isPutBack({ node, file, restores, guards: GUARDS });
}

function isEnvironment(target: Node | null, file: SourceFile): boolean {
  const held = target?.is('subscript') ? target.field('value') : null;
  return held != null && file.meanings(held.text(), held).includes('os.environ');
}
