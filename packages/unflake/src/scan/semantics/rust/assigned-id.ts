import type { Node, SourceFile } from '../../facts/source-file.ts';
import { callsIn } from '../calls.ts';
import { functionAround, methodOf } from './around.ts';
import { unpacked } from './chains.ts';
import { initialOf } from './variables.ts';

const CREATES = /^(?:create|insert|save|add|register|store|place|new_in_db)\w*$/;
export const DATABASE =
  /\b(?:rusqlite|sqlx|diesel|tokio_postgres|postgres|sea_orm|mysql)\b|[Pp]ersistence\b|\b(?:Sqlite|Pg|MySql|Db|Database)\w*\b/;

/** An id, of something that a creating call has returned, in a file that knows a database. */
export function isAssignedId(side: Node, file: SourceFile): boolean {
  const match = /^(\w+)(?:\.(\w+))?(?:\(\))?$/.exec(side.text());
  if (match === null || !/(?:^|_)id$/.test(match[2] ?? match[1]!) || !DATABASE.test(file.text)) return false;
  const value = initialOf(match[1]!, functionAround(side, file), file.root);
  const call = value?.find({ rule: { kind: 'call_expression' } }) ?? null;
  if (value === null || call === null) return false;
  return [value, ...callsIn(value, '.')].some(
    (one) => one.is('call_expression') && CREATES.test(methodOf(one)) && unpacked(one).end() === value.end(),
  );
}
