import type { Node, SourceFile } from '../facts/source-file.ts';
import { scopeOf, semanticsOf } from '../semantics/index.ts';
import { functionText, statementOf, textBefore } from '../semantics/place.ts';
import { type CallIn, callOf, callsIn as callsInInPython } from '../semantics/python/calls-in.ts';
import { seenInOrder } from '../semantics/python/seen-in-order.ts';
import { givenValue, textOf as textOfInPython } from '../semantics/python/values.ts';
import { commandOf, isOwn } from '../semantics/shell/command.ts';
import { isForgotten } from '../semantics/shell/seen-in-order.ts';
import { quoted } from '../semantics/undone.ts';
import { isSelect, isUnordered } from '../semantics/written-places.ts';
import type { Language } from '../syntax/language.ts';
import { literal } from '../syntax/node.ts';
import { type Call, calls, type Kind, nodesOf, row } from './rule.ts';

/** Calls that are given a query. */
const ASKS =
  /\.(?:executeQuery|query|queryForList|createQuery|createNativeQuery|prepareStatement|select|all|execute|prepare|raw|\$queryRaw\w*|unsafe|each|iterate|any|many|manyOrNone|selectAll)\($/;
const UNSEEN =
  /\.(?:get|one|first|sort|toSorted|sorted|toSet|fetch_one|fetch_optional)\(|getSingleResult|queryForObject/;
const PUT_IN_ORDER =
  /[sS]ort(?:ed|By|Strings|_\w+)?\(|toSorted\(|\bsort\.|slices\.Sort|ElementsMatch|InAnyOrder|arrayContaining|sameMembers|have\.members|new (?:Hash)?Set|Hash(?:Set|Map)|BTree/;
const SEVERAL = '\\[\\s*(?:\\{[^}]*\\}|\\[[^\\]]*\\]|[^,\\[\\]{}]+)\\s*,\\s*[^\\]\\s]';
/** Where a query may find more than one. */
const FIRST = '<rows>(?:\\[0\\]|\\.at\\(0\\)|\\.get\\(0\\)|\\.getFirst\\(\\))';
const LOOKS: Partial<Readonly<Record<Language, string>>> = {
  javascript: `<rows>(?:\\[[1-9]|\\.at\\((?!0\\))-?\\d)|expect\\(<rows>[^;]*\\.(?:toEqual|toStrictEqual|toMatchObject|eql|equal)\\(\\s*${SEVERAL}|(?:deepEqual|deepStrictEqual|same)\\(\\s*<rows>[^;]*,\\s*${SEVERAL}|expect\\(<rows>[^;]*\\.toMatch(?:Inline)?Snapshot\\(`,
  java: '<rows>\\.get\\([1-9]|assert(?:Iterable)?Equals\\(\\s*(?:List\\.of|(?:Arrays\\.)?asList)\\([^)]*,[^)]*\\)\\s*,\\s*<rows>(?!\\.size)|assertThat\\(<rows>\\)\\s*\\.(?:containsExactly|isEqualTo\\((?:List\\.of|asList))|<rows>\\.next\\(\\);[\\s\\S]*<rows>\\.next\\(\\);\\s*assert[^;]*<rows>\\.get\\w+\\(',
  go: '\\b\\w+\\[\\d+\\]|(?:reflect\\.DeepEqual|slices\\.Equal|cmp\\.(?:Diff|Equal)|(?:assert|require|is)\\.(?:Equal|Equalf|JSONEq))\\((?![^\\n]*(?:\\blen\\(|\\bcount\\b|, err\\b))',
  rust: '\\b\\w+\\[\\d+\\]|\\bassert_eqǃ\\((?![^;]*\\.(?:len|count)\\(\\))[^;]*(?:\\[\\s*[^\\s\\]]|\\bexpected\\b|\\bwant\\b)',
};

export const unorderedQuery: Kind = {
  name: 'unordered-query',
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  severity: 'note',
  where: 'tests',
  message: 'relies on the order of rows that the query does not ask for',
  why: 'Without ORDER BY a database may return rows in any order, and does so after an update, a vacuum or with another plan.',
  languages: {
    python: {
      where: 'anywhere',
      ...row(
        'Add `ORDER BY` (`.order_by(…)`), or compare sorted rows.',
        calls('*.fetchall *.fetchmany', ({ node, file }) => {
          const sql = queryBefore(node, file);
          return sql !== null && isUnordered(sql) && seenInOrder(node, 'row', file) !== null;
        }),
        calls(
          '*.all *.filter *.exclude *.values_list',
          ({ node, file }) => isUnorderedSet(node) && seenInOrder(node, 'row', file) !== null,
        ),
      ),
    },
    javascript: row(
      'Add `ORDER BY` with a column that is unique, or compare without order: `expect.arrayContaining`, sort first.',
      nodesOf('string, template_string', /^["'`][ \n]*[sS][eE][lL][eE][cC][tT]\b/, isSentInOrder),
    ),
    java: row(
      'Add `ORDER BY` with a column that is unique, or compare without order: `containsExactlyInAnyOrder`.',
      nodesOf('string_literal', /^"+[ \n]*[sS][eE][lL][eE][cC][tT] /, isSentInOrder),
    ),
    go: row(
      'Add `ORDER BY` to the query, or compare without order: `assert.ElementsMatch`.',
      calls('*.Query *.QueryContext *.Queryx *.QueryxContext *.Select *.SelectContext *.Raw', isAskedInOrder),
    ),
    rust: row(
      'Add `ORDER BY` to the query, or sort both sides before you compare.',
      calls(
        'sqlx.query sqlx.query_as sqlx.query_scalar diesel.sql_query *.prepare *.prepare_cached *.query',
        isAskedInOrder,
      ),
    ),
    shell: row(
      'Add `ORDER BY`, or pipe the rows through `LC_ALL=C sort`.',
      nodesOf('command', /\b(?:select|SELECT|Select)\b/, isUnorderedCommand),
    ),
  },
};

function isAskedInOrder({ node, args, file }: Call): boolean {
  const texts = args.map((arg) => semanticsOf(file).textOf(arg, file));
  return isComparedInOrder(node, texts.find((text) => text !== null && isSelect(text)) ?? null, file);
}

/** The text of the query whose rows are fetched: of the call this one is chained to, or of the last one on the same cursor. */
function queryBefore(fetch: Node, file: SourceFile): string | null {
  const object = fetch.field('function')?.field('object') ?? null;
  if (object === null) return null;
  const made = givenValue(object, file);
  if (made?.is('call') && /^execute$/.test(callOf(made).last)) return sqlOf(callOf(made), file);
  const { start } = callOf(fetch);
  const before = callsInInPython(scopeOf(fetch, file)).filter(
    ({ last, on, start: at }) => last === 'execute' && on === object.text() && at < start,
  );
  const last = before.at(-1);
  return last === undefined ? null : sqlOf(last, file);
}

function sqlOf({ args }: CallIn, file: SourceFile): string | null {
  const [first] = args;
  if (first === undefined) return null;
  const wrapped = first.is('call') ? (callOf(first).args[0] ?? null) : first;
  return literal(wrapped) ?? textOfInPython(wrapped, file);
}

/** A query set of Django: `Model.objects.filter(…)`, with nothing behind it that gives an order or one row. */
function isUnorderedSet(call: Node): boolean {
  const { on } = callOf(call);
  if (on === null || !/\bobjects$|\bobjects\.\w+\(/.test(on) || /order_by\(/.test(on)) return false;
  const outer = call.parent();
  return outer === null || !outer.is('attribute');
}

/** Sent to a database; what comes back is then looked at one by one, or compared with several, by the rest of the function. */
function isComparedInOrder(query: Node, sql: string | null, file: SourceFile): boolean {
  if (sql === null || !isSelect(sql) || !isUnordered(sql)) return false;
  const statement = statementOf(query);
  const around = functionText(query, file);
  if (UNSEEN.test(statement.text()) || PUT_IN_ORDER.test(around)) return false;
  const names =
    statement
      .text()
      .split('=', 1)[0]!
      .match(/[\w$]+/g) ?? [];
  const rows = `(?<![\\w$.])(?:${names.map(quoted).join('|')})(?:\\.rows)?(?![\\w$])`;
  const rest = around.slice(around.indexOf(statement.text()) + statement.text().length);
  const looks = LOOKS[file.language]!;
  const seen = /\bwhere\b/i.test(sql) || !looks.includes('<rows>') ? looks : `${looks}|${FIRST}`;
  return new RegExp(seen.replaceAll('<rows>', rows)).test(rest);
}

function isSentInOrder(sql: Node, file: SourceFile): boolean {
  const text = sql.text().replace(/^["'`]+|["'`]+$/g, '');
  return ASKS.test(textBefore(sql).trimEnd()) && isComparedInOrder(sql, text, file);
}

function isUnorderedCommand(node: Node, file: SourceFile): boolean {
  const { name, words } = commandOf(node);
  if (!/^(?:sqlite3|psql|mysql|mariadb|duckdb|clickhouse-client)$/.test(name) || isOwn(name, file)) return false;
  const sql = words.find((word) => /\bselect\b[\s\S]*\bfrom\b/i.test(word)) ?? '';
  return isUnordered(sql) && !isForgotten(node);
}
