import type { SourceFile } from '../../facts/source-file.ts';
import { calleeOf, callsIn, functionAround, isAfter } from '../../semantics/go/around.ts';
import { declared, textOf } from '../../semantics/go/variables.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const CREATES = /(?:^|\.)(?:Create|Insert|Save|Add|Register|Store|Place)\w*$/;
const IS_ID = /(?:^|\.)\w*(?:ID|Id)$/;
const DATABASE = /^(?:database\/sql|gorm\.io\/|github\.com\/(?:jmoiron\/sqlx|jackc\/pgx|uptrace\/bun|go-gorm))/;

export const go: LanguageRule = {
  fix: 'Keep the id that the insert returns (`LastInsertId`, `RETURNING id`) and compare with that.',
  find: [
    nodesOf('binary_expression', /[=!]= *\d|^\d+ *[=!]=/, (node, file) => {
      const sides = [node.field('left'), node.field('right')];
      return sides.some(isCount) && sides.some((side) => side !== null && isCreated(side, file));
    }),
    calls(
      '*.Equal *.EqualValues',
      ({ node, args, file }) =>
        /^(?:assert|require|is)\./.test(calleeOf(node)) &&
        args.some((argument) => isCount(unwrapped(argument))) &&
        args.some((argument) => isCreated(argument, file)),
    ),
    calls('*.Query *.QueryRow *.QueryContext *.QueryRowContext *.Get *.Exec', ({ node, args, file }) => {
      const scope = functionAround(node, file);
      const sql = args
        .map((argument) => textOf(argument, scope, file.root))
        .find((text) => text !== null && /\bwhere\b.*\bid\s*=\s*\d+/is.test(text));
      return sql !== undefined && usesDatabase(file) && insertsWithoutId(scope, node, file);
    }),
  ],
};

const isCount = (node: Node | null): boolean => node !== null && /^[1-9]\d*$/.test(node.text());

/** `int64(7)` is 7. */
const unwrapped = (node: Node): Node =>
  /^u?int(?:32|64)?\(\d+\)$/.test(node.text()) ? (node.field('arguments')?.children()[1] ?? node) : node;

const usesDatabase = ({ imports }: SourceFile): boolean =>
  [...imports.names.values()].some((path) => DATABASE.test(path));

/** An id, of something that a creating call has returned. */
function isCreated(side: Node, file: SourceFile): boolean {
  const text = side.text();
  const scope = functionAround(side, file);
  const variable = /^(\w+)(?:\.\w+)?$/.exec(text)?.[1];
  if (variable === undefined || !(IS_ID.test(text) || /^(?:id|\w+ID|\w+Id)$/.test(text)) || !usesDatabase(file))
    return false;
  const value = declared(variable, scope);
  if (value === null || !value.is('call_expression')) return false;
  return CREATES.test(calleeOf(value)) || /\.LastInsertId$/.test(calleeOf(value));
}

function insertsWithoutId(scope: Node, query: Node, file: SourceFile): boolean {
  return callsIn(scope, '\\.Exec(?:Context)?$').some((call) => {
    const sql = /insert into \w+\s*\(([^)]*)\)/i.exec(call.text())?.[1];
    return sql !== undefined && !/\bid\b/i.test(sql) && isAfter(query, call) && file.isForTests(call);
  });
}
