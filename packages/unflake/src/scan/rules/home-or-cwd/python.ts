import type { SourceFile } from '../../facts/source-file.ts';
import { circumstances, classAround, functionAround, isSetUp } from '../../semantics/python/around.ts';
import { type CallIn, callsIn } from '../../semantics/python/calls-in.ts';
import { startOfPath, TOUCHES, touchedPaths } from '../../semantics/python/opened-paths.ts';
import { literal } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const RELATIVE = /^(?![/~$%{]|[A-Za-z]:[\\/]|:memory:|file:|\w+:\/\/)[\w.][\w. /\\-]*$/;

export const python: LanguageRule = {
  fix: 'Start from `Path(__file__).parent`, write to `tmp_path`, and set `HOME` with `monkeypatch.setenv` where the code asks for it.',
  find: [
    calls(
      'os.path.expanduser',
      ({ node, args, file }) => /^~/.test(literal(args[0]) ?? '') && isFree(node, file, 'home'),
    ),
    calls('pathlib.Path.home', ({ node, file }) => isFree(node, file, 'home')),
    calls('pathlib.Path.cwd os.getcwd', ({ node, file }) => isFree(node, file, 'cwd')),
    calls(
      'os.getenv os.environ.get',
      ({ node, args, file }) => literal(args[0]) === 'HOME' && isFree(node, file, 'home'),
    ),
    nodesOf(
      'subscript',
      /environ\[["']HOME["']\]$/,
      (node, file) => !node.parent()?.is('delete_statement') && isRead(node) && isFree(node, file, 'home'),
    ),
    calls(
      TOUCHES,
      ({ node, name, file }) =>
        isFree(node, file, 'cwd') &&
        touchedPaths(node, name, file).some((path) => RELATIVE.test(startOfPath(path, file) ?? '/')),
    ),
  ],
};

/** What of a test's surroundings says which directory, or which home, there is. */
const SETTLED = {
  cwd: {
    around: /\bchdir\b|isolated_filesystem|\bfs\b|in_tmp|cwd/,
    call: /^(?:chdir|isolated_filesystem)$/,
    args: /(?:)/,
  },
  home: { around: /patch\.dict|\b(?:fake_)?home\b|\bfs\b/, call: /^(?:setenv|dict|update)$/, args: /HOME/ },
} as const;

/** Unless the test, or the set-up of its class, has settled it first. */
function isFree(node: Node, file: SourceFile, what: keyof typeof SETTLED): boolean {
  const { around: guards, call, args: wanted } = SETTLED[what];
  const around = functionAround(node);
  if (around === null || circumstances(node).some((text) => guards.test(text))) return false;
  const setUps = (classAround(node)?.findAll({ rule: { kind: 'function_definition' } }) ?? []).filter(isSetUp);
  const settles = ({ last, args }: CallIn) =>
    call.test(last) && (args.length === 0 || args.some((arg) => wanted.test(arg.text())));
  return ![around, ...setUps].some((place) => callsIn(place, file).some(settles));
}

const isRead = (node: Node): boolean => {
  const outer = node.parent();
  return !(outer?.is('assignment') === true && outer.field('left')?.id() === node.id());
};
