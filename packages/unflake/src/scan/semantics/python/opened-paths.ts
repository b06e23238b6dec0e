/** Paths written into the code that really reach the disk: given to what opens, makes, removes or lists; not those that are only compared. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { type Call, under, words } from '../../rules/rule.ts';
import { named } from '../../syntax/node.ts';
import { functionAround } from './around.ts';
import { callOf, callsIn } from './calls-in.ts';
import { beginningOf } from './values.ts';

/** Functions that touch the disk at the path that they are given. */
export const TOUCHES = [
  ...words('open io.open codecs.open gzip.open tarfile.open zipfile.ZipFile sqlite3.connect'),
  ...under(
    'os',
    `listdir scandir walk mkdir makedirs remove unlink rmdir removedirs rename replace stat open chmod symlink link access
     utime`,
  ),
  ...under('os.path', 'exists isfile isdir getsize getmtime islink'),
  ...under('shutil', 'copy copy2 copyfile copytree move rmtree'),
  ...words('glob.glob glob.iglob pathlib.Path'),
];
const ON_A_PATH =
  /^(?:open|exists|is_file|is_dir|mkdir|touch|unlink|rmdir|iterdir|glob|rglob|read_text|read_bytes|write_text|write_bytes|stat|rename|replace|symlink_to|chmod|resolve)$/;

/** The path arguments of a call that touch the disk. A `Path` counts once something is done with it. */
export function touchedPaths(call: Node, name: string, file: SourceFile): readonly Node[] {
  const { args } = callOf(call);
  const paths = /^shutil\.(?:copy|copy2|copyfile|copytree|move)$|^os\.(?:rename|replace|link|symlink)$/.test(name)
    ? args.slice(0, 2)
    : args.slice(0, 1);
  if (name !== 'pathlib.Path') return paths;
  return isUsedAsAFile(call, file) ? paths : [];
}

/** A call that touches the disk at a path that begins like this. */
export const touchesAt =
  (begins: RegExp) =>
  ({ node, name, file }: Call): boolean =>
    touchedPaths(node, name, file).some((path) => begins.test(startOfPath(path, file) ?? ''));

function isUsedAsAFile(path: Node, file: SourceFile): boolean {
  let whole = path;
  let outer = path.parent();
  while (outer !== null && /^(?:binary_operator|parenthesized_expression)$/.test(outer.kind())) {
    whole = outer;
    outer = outer.parent();
  }
  if (outer === null) return false;
  if (outer.is('attribute')) return ON_A_PATH.test(outer.fieldText('attribute'));
  if (outer.is('argument_list')) return opens(outer.parent(), file);
  if (!outer.is('assignment')) return false;
  const name = outer.fieldText('left');
  const scope = functionAround(whole) ?? file.root;
  return callsIn(scope).some(
    (call) =>
      (call.on === name && ON_A_PATH.test(call.last)) || (opens(call.node, file) && call.args[0]?.text() === name),
  );
}

const opens = (call: Node | null, file: SourceFile): boolean =>
  call?.is('call') === true &&
  file.meanings(callOf(call).callee, call).some((name) => TOUCHES.includes(name) && name !== 'pathlib.Path');

/** The literal beginning of a path, through `os.path.join` and `/`. */
export function startOfPath(node: Node, file: SourceFile): string | null {
  if (node.is('call')) {
    const { callee, args } = callOf(node);
    const names = file.meanings(callee, node);
    const first = args[0];
    if (names.some((name) => /^(?:os\.path\.join|pathlib\.Path|str)$/.test(name)) && first !== undefined)
      return startOfPath(first, file);
    return null;
  }
  if (node.is('binary_operator')) return startOfPath(named(node)[0]!, file);
  return beginningOf(node, file);
}
