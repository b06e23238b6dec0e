/** Variables of Rust: their values and types, where they are used, what is done with them later; and what they stand for: texts, paths, addresses, ids. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { under, words } from '../../rules/rule.ts';
import { literal, textAt } from '../../syntax/node.ts';
import { callsIn } from '../calls.ts';
import { isAfter } from '../undone.ts';
import { fixedPort } from '../written-places.ts';
import { inMilliseconds } from '../written-text.ts';
import { functionAround } from './around.ts';

/** A text to be formatted may name the variable, too: `"db_{nanos}"`. */
export function usesOf(name: string, scope: Node): readonly Node[] {
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) || name === '_') return [];
  return scope.findAll('identifier, string_literal', `^${name}$|\\{${name}(?::[^}]*)?\\}`);
}

/** The declaration of a name in a function or block; the last one, which is the nearest. */
export function declarationOf(name: string, scope: Node): Node | null {
  const found = usesOf(name, scope).map((use) =>
    use.parent()?.is('mut_pattern') ? use.parent()?.parent() : use.parent(),
  );
  const isDeclaring = (node: Node | null | undefined): boolean =>
    node != null &&
    /^(?:let_declaration|const_item|static_item|parameter)$/.test(node.kind()) &&
    (node.field('pattern') ?? node.field('name'))?.text().replace(/^mut /, '') === name;
  return found.findLast(isDeclaring) ?? null;
}

/** Constants and statics, wherever in the file they stand. */
const constantOf = (name: string, root: Node): Node | null => (/^[A-Z]/.test(name) ? declarationOf(name, root) : null);

export const initialOf = (name: string, scope: Node, root: Node): Node | null =>
  (declarationOf(name, scope) ?? constantOf(name, root))?.field('value') ?? null;

/**
 * The text of a string, also of one that a constant or variable of the same file holds; `.to_string()` and `&` do not matter. `followed`:
 * names on the way here, because `let path = path.as_str();` names an earlier `path`, which is not looked for.
 */
export function textOf(node: Node | undefined, file: SourceFile, followed: readonly string[] = []): string | null {
  if (node === undefined) return null;
  const kind = node.kind();
  if (/string_literal$/.test(kind)) return literal(node);
  if (kind === 'reference_expression') return textOf(node.field('value') ?? undefined, file, followed);
  if (
    kind === 'call_expression' &&
    /^(?:"|r#*"|\w+\.(?:to_string|to_owned|into|as_str)$|(?:Path|PathBuf|String|std::path::Path)::(?:new|from)$)/.test(
      node.fieldText('function'),
    )
  ) {
    const callee = node.field('function');
    return textOf(callee?.field('value') ?? node.field('arguments')?.children()[1], file, followed);
  }
  const name = node.text();
  if (kind !== 'identifier' || followed.includes(name)) return null;
  const value = initialOf(name, functionAround(node, file), file.root);
  return value === null || value.is('identifier') ? null : textOf(value, file, [...followed, name]);
}

/** A duration written out (`Duration::from_millis(50)`), in milliseconds; null for anything else. */
export function milliseconds(node: Node | undefined): number | null {
  const match =
    /^(?:(?:std|core|tokio)::time::)?Duration::from_(nanos|micros|millis|secs|secs_f32|secs_f64|mins)\(\s*([\d_.]+)(?:_?[uf]\d+)?\s*\)$/.exec(
      textAt(node),
    );
  return match === null ? null : inMilliseconds(match[2]!, match[1]!);
}

/** Sorted later, or only counted and searched. */
export function isOrderIrrelevant(name: string, after: Node, scope: Node): boolean {
  const bare = name.replace(/^mut /, '');
  if (
    callsIn(scope, `^${bare}\\s*\\.\\s*sort\\w*$|^${bare}\\s*\\.(?:iter|into_iter)\\(\\)\\s*\\.sorted\\w*$`).some(
      (call) => isAfter(call, after),
    )
  )
    return true;
  const uses = usesOf(bare, scope).filter((use) => isAfter(use, after));
  return (
    uses.length > 0 &&
    uses.every((use) => /^(?:len|is_empty|contains|push|extend|capacity)$/.test(use.parent()?.fieldText('field') ?? ''))
  );
}

/** Given to somebody who may end it: returned, stored, or passed by value. */
export const leaves = (name: string, scope: Node): boolean =>
  usesOf(name, scope).some((use) =>
    /^(?:arguments|field_initializer|shorthand_field_initializer|block|return_expression|tuple_expression)$/.test(
      use.parent()?.kind() ?? '',
    ),
  );

export function hasFixedPort(address: Node | undefined, file: SourceFile): boolean {
  if (address === undefined) return false;
  const text = textOf(address, file);
  if (text !== null) return fixedPort(text) !== null;
  const value = address.text().replace(/^&/, '');
  const held = /^\w+$/.test(value) ? textAt(initialOf(value, functionAround(address, file), file.root)) : value;
  const port =
    /^(?:SocketAddr(?:V4)?::(?:from|new)\()?\(*(?:"[^"]*"|\[[\d, ]+\]|[\w:.]+(?:\([\d, ]*\))?),\s*(\d+)/.exec(
      held,
    )?.[1] ?? /^"[^"]*:(\d+)"\s*\.parse/.exec(held)?.[1];
  return port !== undefined && Number(port) > 0;
}

/** Calls of Rust that go to the file system with a path. */
const OF_FILES = `read read_to_string write create_dir create_dir_all remove_file remove_dir_all remove_dir copy rename metadata
  read_dir canonicalize exists File.open File.create`;
export const FILE_CALLS = [
  ...under('std.fs', OF_FILES),
  ...under('tokio.fs', OF_FILES),
  ...words(
    `std.env.set_current_dir rusqlite.Connection.open std.os.unix.net.UnixListener.bind std.os.unix.net.UnixStream.connect
     tokio.net.UnixListener.bind sled.open`,
  ),
];

export const DATABASE =
  /\b(?:rusqlite|sqlx|diesel|tokio_postgres|postgres|sea_orm|mysql)\b|[Pp]ersistence\b|\b(?:Sqlite|Pg|MySql|Db|Database)\w*\b/;
