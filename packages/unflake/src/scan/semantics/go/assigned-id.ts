import type { Node, SourceFile } from '../../facts/source-file.ts';
import { calleeOf } from '../calls.ts';
import { functionAround } from './around.ts';
import { declared } from './variables.ts';

const CREATES = /(?:^|\.)(?:Create|Insert|Save|Add|Register|Store|Place)\w*$/;
const IS_ID = /(?:^|\.)\w*(?:ID|Id)$/;
const DATABASE = /^(?:database\/sql|gorm\.io\/|github\.com\/(?:jmoiron\/sqlx|jackc\/pgx|uptrace\/bun|go-gorm))/;

export const usesDatabase = ({ imports }: SourceFile): boolean =>
  [...imports.names.values()].some((path) => DATABASE.test(path));

/** An id, of something that a creating call has returned. */
export function isAssignedId(side: Node, file: SourceFile): boolean {
  const text = side.text();
  const scope = functionAround(side, file);
  const variable = /^(\w+)(?:\.\w+)?$/.exec(text)?.[1];
  if (variable === undefined || !(IS_ID.test(text) || /^(?:id|\w+ID|\w+Id)$/.test(text)) || !usesDatabase(file))
    return false;
  const value = declared(variable, scope);
  if (value === null || !value.is('call_expression')) return false;
  return CREATES.test(calleeOf(value)) || /\.LastInsertId$/.test(calleeOf(value));
}
