import type { Node, SourceFile } from '../facts/source-file.ts';
import { callsIn } from '../semantics/calls.ts';
import { textOf as textOfInGo } from '../semantics/go/variables.ts';
import { scopeOf } from '../semantics/index.ts';
import { methodText } from '../semantics/java/around.ts';
import { FUNCTIONS } from '../semantics/javascript/around.ts';
import { type CallIn, callOf, callsIn as callsInInPython } from '../semantics/python/calls-in.ts';
import { seenInOrder } from '../semantics/python/seen-in-order.ts';
import { givenValue, textOf as textOfInPython } from '../semantics/python/values.ts';
import { methodsOn } from '../semantics/rust/around.ts';
import { textOf as textOfInRust } from '../semantics/rust/variables.ts';
import { commandOf, isOwn } from '../semantics/shell/command.ts';
import { isAfter, quoted, re } from '../semantics/undone.ts';
import { isSelect, isUnordered } from '../semantics/written-places.ts';
import { literal, nearest, outwards } from '../syntax/node.ts';
import { calls, type Kind, nodesOf, row } from './rule.ts';

const ASKS = /\.(?:executeQuery|query|queryForList|createQuery|createNativeQuery|prepareStatement|select)\($/;

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
      nodesOf('string, template_string', /^["'`][ \n]*[sS][eE][lL][eE][cC][tT]\b/, isComparedInOrderInJavaScript),
    ),
    java: row(
      'Add `ORDER BY` with a column that is unique, or compare without order: `containsExactlyInAnyOrder`.',
      nodesOf('string_literal', /^"+[ \n]*[sS][eE][lL][eE][cC][tT] /, isComparedInOrderInJava),
    ),
    go: row(
      'Add `ORDER BY` to the query, or compare without order: `assert.ElementsMatch`.',
      calls(
        '*.Query *.QueryContext *.Queryx *.QueryxContext *.Select *.SelectContext *.Raw',
        ({ node, args, file }) => {
          const scope = scopeOf(node, file);
          const sql = args
            .map((argument) => textOfInGo(argument, scope, file.root))
            .find((text) => text !== null && isSelect(text));
          return sql !== undefined && sql !== null && isUnordered(sql) && isComparedInOrderInGo(node, scope, file);
        },
      ),
    ),
    rust: row(
      'Add `ORDER BY` to the query, or sort both sides before you compare.',
      calls('sqlx.query sqlx.query_as sqlx.query_scalar diesel.sql_query', ({ node, args, file }) =>
        isCompared(node, args, file, /^(?:fetch_all|load|fetch)$/),
      ),
      calls('*.prepare *.prepare_cached', ({ node, args, file }) => isCompared(node, args, file, null)),
      calls(
        '*.query',
        ({ node, args, file }) => textOfInRust(args[0], file) !== null && isCompared(node, args, file, null),
      ),
    ),
    shell: row(
      'Add `ORDER BY`, or pipe the rows through `LC_ALL=C sort`.',
      nodesOf('command', /\b(?:select|SELECT|Select)\b/, isUnorderedCommand),
    ),
  },
};

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

function isComparedInOrderInJavaScript(query: Node, file: SourceFile): boolean {
  const text = query.text();
  if (!isUnordered(text.slice(1, -1))) return false;
  const declared = nearest(query, ['variable_declarator', 'expression_statement', ...FUNCTIONS]);
  if (!declared?.is('variable_declarator') || !isAsked(query, declared)) return false;
  const names =
    declared
      .field('name')
      ?.text()
      .match(/[\w$]+/g) ?? [];
  const scope = nearest(declared, FUNCTIONS) ?? file.root;
  return names.some((name) => isOrderedInJavaScript(name, text, scope.text()));
}

/** Sent to a database, not handed to anything else. */
function isAsked(query: Node, declared: Node): boolean {
  const call = nearest(query, ['call_expression']);
  return (
    /\.(?:query|all|execute|prepare|raw|\$queryRaw\w*|unsafe|each|iterate|any|many|manyOrNone|selectAll)$/.test(
      call?.fieldText('function') ?? '',
    ) && !/\.(?:get|one|first|sort|toSorted)\(/.test(declared.text())
  );
}

function isOrderedInJavaScript(name: string, query: string, scope: string): boolean {
  const word = `(?<![\\w$.])${quoted(name)}`;
  if (
    re`${word}(?:\.rows)?\.(?:sort|toSorted)\(|(?:sortBy|new Set)\([^)]*${word}|arrayContaining|sameMembers|have\.members|${word}(?:\.rows)?\.(?:find|some|every)\(`.test(
      scope,
    )
  )
    return false;
  const rows = `${word}(?:\\.rows)?`;
  if (re`${rows}(?:\[[1-9]\d*\]|\.at\((?!0\))-?\d)`.test(scope)) return true;
  if (!/\bwhere\b/i.test(query) && re`${rows}(?:\[0\]|\.at\(0\))`.test(scope)) return true;
  const several = '\\[\\s*(?:\\{[^}]*\\}|\\[[^\\]]*\\]|[^,\\[\\]{}]+)\\s*,\\s*[^\\]\\s]';
  return (
    re`expect\(${rows}[^;]*\.(?:toEqual|toStrictEqual|toMatchObject|eql|equal)\(\s*${several}`.test(scope) ||
    re`(?:deepEqual|deepStrictEqual|same)\(\s*${rows}[^;]*,\s*${several}`.test(scope) ||
    re`expect\(${rows}[^;]*\.(?:toMatchSnapshot|toMatchInlineSnapshot)\(`.test(scope)
  );
}

function isComparedInOrderInJava(query: Node): boolean {
  const sql = query.text().replace(/^"+|"+$/g, '');
  if (!isUnordered(sql)) return false;
  const declared = nearest(query, ['variable_declarator', 'resource', 'expression_statement', 'method_declaration']);
  const name =
    declared?.is('variable_declarator') || declared?.is('resource') ? declared.field('name')?.text() : undefined;
  if (name === undefined || declared === null) return false;
  const before = declared.text().slice(0, declared.text().indexOf(query.text()));
  if (!ASKS.test(before.trimEnd()) || /getSingleResult|queryForObject|sorted\(|toSet\(/.test(declared.text()))
    return false;
  return isOrderedInJava(quoted(name), sql, methodText(query));
}

function isOrderedInJava(name: string, sql: string, method: string): boolean {
  if (
    re`\b${name}\.(?:sort|stream\(\)\.sorted)\(|sort\(\s*${name}\b|new HashSet<[^>]*>\(\s*${name}\b|assertThat\(${name}\)[^;]*InAnyOrder`.test(
      method,
    )
  )
    return false;
  const isOne = /\bwhere\s+\w*\.?id\s*=/i.test(sql);
  const steps = method.match(new RegExp(`\\b${name}\\.next\\(\\)`, 'g'))?.length ?? 0;
  if (steps >= 2 && re`assert[^;]*\b${name}\.get\w+\(`.test(method) && !re`while\s*\(\s*${name}\.next`.test(method))
    return true;
  if (re`\b${name}\.get\([1-9]`.test(method) || (!isOne && re`\b${name}\.(?:get\(0\)|getFirst\(\))`.test(method)))
    return true;
  return re`assert(?:Iterable)?Equals\(\s*(?:List\.of|Arrays\.asList|asList)\([^)]*,[^)]*\)\s*,\s*${name}\b(?!\.size)|assertThat\(${name}\)\s*\.(?:containsExactly|isEqualTo\((?:List\.of|asList))`.test(
    method,
  );
}

function isComparedInOrderInGo(query: Node, scope: Node, file: SourceFile): boolean {
  const later = (node: Node): boolean => isAfter(node, query) && file.isForTests(node);
  if (callsIn(scope, '^(?:sort\\.|slices\\.Sort)|ElementsMatch$|[sS]ort').some(later)) return false;
  const compares = callsIn(
    scope,
    '^(?:reflect\\.DeepEqual|slices\\.Equal|cmp\\.(?:Diff|Equal)|(?:assert|require|is)\\.(?:Equal|Equalf|JSONEq))$',
  ).some((call) => later(call) && !/\blen\(|\bcount\b|, err\b/i.test(call.text()));
  const indexes = scope.findAll('index_expression', '^\\w+\\[\\d+\\]$').some(later);
  return compares || indexes;
}

function isCompared(query: Node, args: readonly Node[], file: SourceFile, reads: RegExp | null): boolean {
  const sql = textOfInRust(args[0], file);
  if (sql === null || !isSelect(sql) || !isUnordered(sql)) return false;
  if (reads !== null && !methodsOn(query).some((name) => reads.test(name))) return false;
  const scope = scopeOf(query, file);
  const later = (node: Node): boolean => isAfter(node, query);
  if (callsIn(scope, '\\.(?:sort\\w*|sorted\\w*)$').some(later) || /Hash(?:Set|Map)|BTree/.test(scope.text()))
    return false;
  const indexes = scope.findAll('index_expression', '^\\w+\\[\\d+\\]$').some(later);
  return (
    indexes ||
    callsIn(scope, '^assert_eqǃ$').some(
      (call) =>
        later(call) &&
        /\[\s*[^\s\]]|\bexpected\b|\bwant\b/.test(call.fieldText('arguments')) &&
        !/\.len\(\)|\.count\(\)/.test(call.text()),
    )
  );
}

function isUnorderedCommand(node: Node, file: SourceFile): boolean {
  const { name, words } = commandOf(node);
  if (!/^(?:sqlite3|psql|mysql|mariadb|duckdb|clickhouse-client)$/.test(name) || isOwn(name, file)) return false;
  const sql = words.find((word) => /\bselect\b[\s\S]*\bfrom\b/i.test(word)) ?? '';
  if (!isUnordered(sql)) return false;
  for (const above of outwards(node))
    if (above.is('pipeline') && /\|\s*(?:\w+=\S*\s+)*(?:sort|wc|grep\s+-\w*[qc])\b/.test(above.text())) return false;
  return true;
}
