/** Calls of Go that go to the file system with a path, and what that path is. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { functionAround } from './around.ts';
import { textOf } from './variables.ts';

export const FILE_CALLS = [
  ...'Open Create OpenFile ReadFile WriteFile Mkdir MkdirAll ReadDir Stat Lstat Remove RemoveAll Rename Chdir Symlink Truncate DirFS'
    .split(' ')
    .map((name) => `os.${name}`),
  ...'ReadFile WriteFile ReadDir'.split(' ').map((name) => `io/ioutil.${name}`),
  'path/filepath.Walk',
  'path/filepath.WalkDir',
  'path/filepath.Glob',
  'database/sql.Open',
  'net.Listen',
  'go.etcd.io/bbolt.Open',
];

/** Texts among the arguments: written there, in a variable, or at the front of a path that is joined. */
export function pathsIn(call: Node, args: readonly Node[], file: SourceFile): readonly string[] {
  const scope = functionAround(call, file);
  return args.flatMap((argument) => {
    const joined = argument.is('call_expression') && /^filepath\.Join$/.test(argument.field('function')?.text() ?? '');
    const first = joined
      ? argument.field('arguments')?.children()[1]
      : argument.is('binary_expression')
        ? argument.field('left')
        : argument;
    const text = textOf(first ?? undefined, scope, file.root);
    return text === null ? [] : [text];
  });
}
