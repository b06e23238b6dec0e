import type { SourceFile } from '../facts/source-file.ts';
import { calleeOf, callsIn } from '../semantics/calls.ts';
import { functionAround as functionAroundInGo } from '../semantics/go/around.ts';
import { declared, textOf as textOfInGo } from '../semantics/go/variables.ts';
import { argumentsOf, calledName, methodAround, rootOf } from '../semantics/java/around.ts';
import { initialOf as initialOfInJava } from '../semantics/java/literals.ts';
import { calledOn } from '../semantics/javascript/around.ts';
import { expected } from '../semantics/javascript/assertions.ts';
import { fieldOf, initialOf as initialOfInJavaScript } from '../semantics/javascript/constants.ts';
import { functionAround as functionAroundInPython } from '../semantics/python/around.ts';
import { callsIn as callsInInPython, keyword } from '../semantics/python/calls-in.ts';
import { functionAround as functionAroundInRust, methodOf } from '../semantics/rust/around.ts';

import { unpacked } from '../semantics/rust/chains.ts';
import { initialOf as initialOfInRust, textOf as textOfInRust } from '../semantics/rust/variables.ts';
import { functionAround as functionAroundInShell } from '../semantics/shell/command.ts';
import { isAfter, quoted } from '../semantics/undone.ts';
import { literal, nearest } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';
import { kindOf } from './kind.ts';
import { calls, nodesOf } from './rule.ts';

const PYTHON_CREATES =
  /^(?:create\w*|save\w*|insert\w*|add\w*|commit|post|put_item|bulk_create|make\w*|register\w*|sign_?up|store\w*|persist\w*|new_\w+)$/i;

const ID = /(?:\.(?:id|pk)|\[["'](?:id|pk)["']\])$/;

const JAVASCRIPT_MAKES = /(?:^|\.)(?:create|insert|save|register|persist|add|store|post|signUp|place|upsert)\w*$/i;

const STORED = /(?:^|\.)(?:create|insert|save|upsert|insertOne|bulkCreate)$/;

const isWholeInJavaScript = (node: Node | undefined): boolean => node !== undefined && /^\d[\d_]*$/.test(node.text());

const JAVA_MAKES = /^(?:create|insert|save|register|persist|add|store|saveAndFlush|place|signUp|merge)/i;

const isWholeInJava = (node: Node | undefined): boolean =>
  node !== undefined && /^[0-9][0-9_]*[lL]?$/.test(node.text());

const GO_CREATES = /(?:^|\.)(?:Create|Insert|Save|Add|Register|Store|Place)\w*$/;

const IS_ID = /(?:^|\.)\w*(?:ID|Id)$/;

const GO_DATABASE = /^(?:database\/sql|gorm\.io\/|github\.com\/(?:jmoiron\/sqlx|jackc\/pgx|uptrace\/bun|go-gorm))/;

const isCountInGo = (node: Node | null): boolean => node !== null && /^[1-9]\d*$/.test(node.text());

/** `int64(7)` is 7. */
const unwrapped = (node: Node): Node =>
  /^u?int(?:32|64)?\(\d+\)$/.test(node.text()) ? (node.field('arguments')?.children()[1] ?? node) : node;

const usesDatabase = ({ imports }: SourceFile): boolean =>
  [...imports.names.values()].some((path) => GO_DATABASE.test(path));

const RUST_CREATES = /^(?:create|insert|save|add|register|store|place|new_in_db)\w*$/;

const RUST_DATABASE =
  /\b(?:rusqlite|sqlx|diesel|tokio_postgres|postgres|sea_orm|mysql)\b|[Pp]ersistence\b|\b(?:Sqlite|Pg|MySql|Db|Database)\w*\b/;

const isCountInRust = (node: Node): boolean => /^[1-9]\d*(?:_?[iu]\d+)?$/.test(node.text());

const GUESS = /"?\$\{?((?:\w+_)?id)\}?"?\s*(?:-eq|==?)\s*"?[1-9]\d{0,2}"?(?=\s|$)/i;

export const hardCodedId = kindOf({
  name: 'hard-coded-id',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'warning',
  where: 'tests',
  message: 'relies on an id that the database assigns',
  why: 'The counter goes on after other tests and after a rollback: the next id is a different one, or the row exists already.',
  languages: {
    python: {
      fix: 'Use the id that was given: `order.id`, `answer.json()["id"]`.',
      find: [
        nodesOf('comparison_operator', /\bid\b|\bpk\b/, (node, file) => {
          const [left, right] = node.namedChildren();
          return (
            nearest(node, ['assert_statement']) !== null &&
            left !== undefined &&
            right !== undefined &&
            isGuessInPython(left, right) &&
            isGiven(node, file)
          );
        }),
        calls(
          '*.assertEqual',
          ({ node, args, file }) =>
            args.length > 1 &&
            (isGuessInPython(args[0]!, args[1]!) || isGuessInPython(args[1]!, args[0]!)) &&
            isGiven(node, file),
        ),
        calls(
          '*.get',
          ({ node, name, args, file }) =>
            /objects\.get$/.test(name) &&
            [keyword(args, 'pk'), keyword(args, 'id')].some((id) => id?.is('integer')) &&
            isGiven(node, file),
        ),
        calls(
          '*.get *.put *.patch *.delete',
          ({ node, args, file }) =>
            /^\/(?:[\w-]+\/)+[1-9]\d{0,2}\/?$/.test(literal(args[0]) ?? '') && isGiven(node, file),
        ),
      ],
    },
    javascript: {
      fix: 'Use the id that was returned: `const { id } = await create(…)`, and ask for that.',
      find: [
        calls('*.toBe *.toEqual *.toStrictEqual *.equal *.eql', ({ node, args, file }) => {
          const subject = expected(calledOn(node));
          return subject !== null && isWholeInJavaScript(args[0]) && isFreshIdInJavaScript(subject, file);
        }),
        calls(
          `assert.equal assert.strictEqual assert/strict.equal assert/strict.strictEqual chai.assert.equal ?.is`,
          ({ args, file }) =>
            args.length >= 2 &&
            ((isWholeInJavaScript(args[1]) && isFreshIdInJavaScript(args[0]!, file)) ||
              (isWholeInJavaScript(args[0]) && isFreshIdInJavaScript(args[1]!, file))),
        ),
        nodesOf('await_expression', /\bid[ \n]*:[ \n]*[0-9]/, (node, file) => {
          const call = node.namedChildren()[0];
          if (!call?.is('call_expression') || calledOn(call) === null || !STORED.test(call.field('function')!.text()))
            return false;
          const first = call.field('arguments')?.namedChildren()[0];
          return isWholeInJavaScript(
            fieldOf(first, /^id$/, file) ??
              fieldOf(fieldOf(first, /^data$/, file) ?? undefined, /^id$/, file) ??
              undefined,
          );
        }),
        nodesOf(
          'string',
          /^["'`][ \n]*[iI][nN][sS][eE][rR][tT][ \n]+[iI][nN][tT][oO][ \n]+[A-Za-z0-9_."]+[ \n]*\([ \n]*"?id"?[ \n]*[,)]/,
          (node) => /values\s*\(\s*\d/i.test(node.text()),
        ),
        nodesOf(
          'template_string',
          /^["'`][ \n]*[iI][nN][sS][eE][rR][tT][ \n]+[iI][nN][tT][oO][ \n]+[A-Za-z0-9_."]+[ \n]*\([ \n]*"?id"?[ \n]*[,)]/,
          (node) => /values\s*\(\s*\d/i.test(node.text()),
        ),
      ],
    },
    java: {
      fix: 'Use the id that was returned: `Long id = repository.save(user).getId()`, and ask for that.',
      find: [
        calls(
          '*.assertEquals',
          ({ args, file }) =>
            args.length >= 2 &&
            ((isWholeInJava(args[0]) && isFreshIdInJava(args[1]!, file)) ||
              (isWholeInJava(args[1]) && isFreshIdInJava(args[0]!, file))),
        ),
        calls('*.isEqualTo', ({ node, args, file }) => {
          const that = node.field('object');
          return (
            isWholeInJava(args[0]) &&
            that !== null &&
            calledName(that) === 'assertThat' &&
            argumentsOf(that)[0] !== undefined &&
            isFreshIdInJava(argumentsOf(that)[0]!, file)
          );
        }),
        calls('*.findById *.getById *.getOne *.getReferenceById *.deleteById', ({ node, args }) => {
          if (!isWholeInJava(args[0])) return false;
          const root = rootOf(node.field('object'));
          const method = methodAround(node)?.text() ?? '';
          return (
            new RegExp(`\\b${quoted(root)}\\.(?:save|saveAndFlush|persist|insert|create)\\w*\\(`).test(
              method.slice(0, method.indexOf(node.text())),
            ) && !/\bwhen\(|\bgiven\(|\bsetId\(/.test(method)
          );
        }),
        nodesOf(
          'string_literal',
          /^"+[ \n]*[iI][nN][sS][eE][rR][tT] +[iI][nN][tT][oO] +[A-Za-z0-9_.]+ *\( *id *[,)]/,
          (node) => /values\s*\(\s*[0-9]/i.test(node.text()),
        ),
      ],
    },
    go: {
      fix: 'Keep the id that the insert returns (`LastInsertId`, `RETURNING id`) and compare with that.',
      find: [
        nodesOf('binary_expression', /[=!]= *\d|^\d+ *[=!]=/, (node, file) => {
          const sides = [node.field('left'), node.field('right')];
          return sides.some(isCountInGo) && sides.some((side) => side !== null && isCreatedInGo(side, file));
        }),
        calls(
          '*.Equal *.EqualValues',
          ({ node, args, file }) =>
            /^(?:assert|require|is)\./.test(calleeOf(node)) &&
            args.some((argument) => isCountInGo(unwrapped(argument))) &&
            args.some((argument) => isCreatedInGo(argument, file)),
        ),
        calls('*.Query *.QueryRow *.QueryContext *.QueryRowContext *.Get *.Exec', ({ node, args, file }) => {
          const scope = functionAroundInGo(node, file);
          const sql = args
            .map((argument) => textOfInGo(argument, scope, file.root))
            .find((text) => text !== null && /\bwhere\b.*\bid\s*=\s*\d+/is.test(text));
          return sql !== undefined && usesDatabase(file) && insertsWithoutIdInGo(scope, node, file);
        }),
      ],
    },
    rust: {
      fix: 'Keep the id that the insert returns (`last_insert_rowid()`, `RETURNING id`) and use that.',
      find: [
        calls('assert_eqǃ', ({ args, file }) => {
          const sides = args.slice(0, 2);
          return sides.some(isCountInRust) && sides.some((side) => isCreatedInRust(side, file));
        }),
        calls('*.query_row *.prepare *.execute sqlx.query sqlx.query_as sqlx.query_scalar', ({ node, args, file }) => {
          const sql = textOfInRust(args[0], file);
          return sql !== null && /\bwhere\b.*\bid\s*=\s*\d+/is.test(sql) && insertsWithoutIdInRust(node, file);
        }),
        nodesOf('field_initializer', /^\w+_id\s*:\s*(?:Some\()?[1-9]\d*(?:_?[iu]\d+)?\)?$/, (node, file) => {
          const scope = nearest(node, ['function_item']);
          // A helper that makes up a row, in a file whose tests keep rows.
          return (
            scope !== null &&
            file.dialect.test(scope) === null &&
            /^(?:\w+_)?(?:create|make|test|sample|fake|build|new)_/.test(scope.field('name')?.text() ?? '') &&
            RUST_DATABASE.test(file.text)
          );
        }),
      ],
    },
    shell: {
      fix: 'Use the id that was given: `shop show "$id"`.',
      find: [
        nodesOf('test_command', /(?:id|ID)\b/, isGuessInShell),
        nodesOf('command', /^(?:test|assertEquals|assert_equal)\b[\s\S]*(?:id|ID)\b/, isGuessInShell),
      ],
    },
  },
});

/** `x.id == 1`, `(a.id, b.id) == (1, 2)`. */
function isGuessInPython(value: Node, number: Node): boolean {
  if (number.is('integer')) return ID.test(value.text()) && number.text() !== '0';
  if (!value.is('tuple') || !number.is('tuple')) return false;
  return value.namedChildren().some((part, index) => {
    const other = number.namedChildren()[index];
    return other !== undefined && isGuessInPython(part, other);
  });
}

/** Something is created in this test, and nobody says with which id. */
function isGiven(node: Node, file: SourceFile): boolean {
  const around = functionAroundInPython(node);
  if (around === null) return false;
  const before = callsInInPython(around, file).filter(({ start }) => start < node.start());
  if (!before.some(({ last }) => PYTHON_CREATES.test(last))) return false;
  const names = around.findAll({
    rule: {
      any: [
        { kind: 'keyword_argument', regex: '^(?:id|pk) *=' },
        { kind: 'pair', regex: '^["\'](?:id|pk)["\']' },
      ],
    },
  } as never);
  return !names.some((one) => one.start() < node.start() && one.end() <= node.start());
}

/** `made.id`, `response.body.id`, where what holds it was made in this test and was not told which id to take. */
function isFreshIdInJavaScript(node: Node, file: SourceFile): boolean {
  if (
    !node.is('member_expression') ||
    !/^(?:id|insertId|lastInsertRowid|lastID)$/.test(node.field('property')?.text() ?? '')
  )
    return false;
  const root = /^[\w$]+/.exec(node.text())?.[0];
  const holder = node.find({ rule: { kind: 'identifier', regex: `^${root}$` } });
  const value = holder === null ? undefined : initialOfInJavaScript(holder, file);
  if (!value?.is('call_expression')) return false;
  if (/\bid\s*[:,}]/.test(value.field('arguments')?.text() ?? '')) return false;
  return JAVASCRIPT_MAKES.test(value.field('function')?.text() ?? '') || /\.(?:post|run)\(/.test(value.text());
}

/** `made.getId()`, where what holds it was made in this test and was not told which id to take. */
function isFreshIdInJava(node: Node, file: SourceFile): boolean {
  if (!/^(?:\w+)\.(?:getId|id)(?:\(\))?(?:\.(?:longValue|intValue)\(\))?$/.test(node.text())) return false;
  const holder = node.find({ rule: { kind: 'identifier', regex: `^${quoted(rootOf(node))}$` } });
  const value = holder === null ? undefined : initialOfInJava(holder, file);
  if (!value?.is('method_invocation') || !JAVA_MAKES.test(calledName(value))) return false;
  return (
    !/\b(?:id|setId|withId)\(|new \w+\(\s*[0-9]+[lL]?\s*,/.test(value.text()) &&
    !/\.setId\(/.test(methodAround(node)?.text() ?? '')
  );
}

/** An id, of something that a creating call has returned. */
function isCreatedInGo(side: Node, file: SourceFile): boolean {
  const text = side.text();
  const scope = functionAroundInGo(side, file);
  const variable = /^(\w+)(?:\.\w+)?$/.exec(text)?.[1];
  if (variable === undefined || !(IS_ID.test(text) || /^(?:id|\w+ID|\w+Id)$/.test(text)) || !usesDatabase(file))
    return false;
  const value = declared(variable, scope);
  if (value === null || !value.is('call_expression')) return false;
  return GO_CREATES.test(calleeOf(value)) || /\.LastInsertId$/.test(calleeOf(value));
}

function insertsWithoutIdInGo(scope: Node, query: Node, file: SourceFile): boolean {
  return callsIn(scope, '\\.Exec(?:Context)?$').some((call) => {
    const sql = /insert into \w+\s*\(([^)]*)\)/i.exec(call.text())?.[1];
    return sql !== undefined && !/\bid\b/i.test(sql) && isAfter(query, call) && file.isForTests(call);
  });
}

/** An id, of something that a creating call has returned, in a file that knows a database. */
function isCreatedInRust(side: Node, file: SourceFile): boolean {
  const match = /^(\w+)(?:\.(\w+))?(?:\(\))?$/.exec(side.text());
  if (match === null || !/(?:^|_)id$/.test(match[2] ?? match[1]!) || !RUST_DATABASE.test(file.text)) return false;
  const value = initialOfInRust(match[1]!, functionAroundInRust(side, file), file.root);
  const call = value?.find({ rule: { kind: 'call_expression' } }) ?? null;
  if (value === null || call === null) return false;
  return [value, ...callsIn(value, '.')].some(
    (one) => one.is('call_expression') && RUST_CREATES.test(methodOf(one)) && unpacked(one).end() === value.end(),
  );
}

function insertsWithoutIdInRust(query: Node, file: SourceFile): boolean {
  return callsIn(functionAroundInRust(query, file), '(?:execute|query)$').some((call) => {
    const columns = /insert into \w+\s*\(([^)]*)\)/i.exec(call.text())?.[1];
    return columns !== undefined && !/\bid\b/i.test(columns) && isAfter(query, call);
  });
}

function isGuessInShell(node: Node, file: SourceFile): boolean {
  const text = node.text();
  const name = GUESS.exec(text)?.[1] ?? /^assert\w+\s+"?[1-9]\d{0,2}"?\s+"?\$\{?((?:\w+_)?id)\}?"?$/i.exec(text)?.[1];
  if (name === undefined) return false;
  const scope = functionAroundInShell(node) ?? file.root;
  const given = scope
    .findAll({ rule: { kind: 'variable_assignment' } })
    .filter((one) => one.namedChildren()[0]?.text() === name);
  return given.some(
    (one) =>
      /\$\([^)]*\b(?:add|create|insert|register|new|post|save|store|sign-?up)/i.test(one.text()) &&
      !/\bid[= ]\d/i.test(one.text()),
  );
}
