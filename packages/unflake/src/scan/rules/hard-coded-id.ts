import type { Node, SourceFile } from '../facts/source-file.ts';
import { argumentsOf, calleeOf, callsIn } from '../semantics/calls.ts';
import { usesDatabase } from '../semantics/go/variables.ts';
import { scopeOf, semanticsOf } from '../semantics/index.ts';
import { calledName, methodAround, rootOf } from '../semantics/java/around.ts';
import { calledOn } from '../semantics/javascript/around.ts';
import { expected } from '../semantics/javascript/assertions.ts';
import { fieldOf } from '../semantics/javascript/constants.ts';
import { functionAround } from '../semantics/python/around.ts';
import { keyword, callsIn as pythonCallsIn } from '../semantics/python/calls-in.ts';
import { DATABASE } from '../semantics/rust/variables.ts';
import { isAfter, quoted } from '../semantics/undone.ts';
import { literal, nearest, textAt } from '../syntax/node.ts';
import { type Call, calls, type Kind, nodesOf, row } from './rule.ts';

const PYTHON_CREATES =
  /^(?:create\w*|save\w*|insert\w*|add\w*|commit|post|put_item|bulk_create|make\w*|register\w*|sign_?up|store\w*|persist\w*|new_\w+)$/i;
const ID = /(?:\.(?:id|pk)|\[["'](?:id|pk)["']\])$/;
const STORED = /(?:^|\.)(?:create|insert|save|upsert|insertOne|bulkCreate)$/;
const GUESS = /"?\$\{?((?:\w+_)?id)\}?"?\s*(?:-eq|==?)\s*"?[1-9]\d{0,2}"?(?=\s|$)/i;
const INSERTS_ID =
  /^["'`]+[ \n]*[iI][nN][sS][eE][rR][tT][ \n]+[iI][nN][tT][oO][ \n]+[A-Za-z0-9_."]+[ \n]*\([ \n]*"?id"?[ \n]*[,)]/;
const insertsNumber = (sql: Node): boolean => /values\s*\(\s*\d/i.test(sql.text());

/** `7`, `7L`, `7_i64`, `int64(7)`. */
const isWhole = (value: Node | null | undefined): boolean =>
  /^(?:u?int(?:32|64)?\()?[0-9][0-9_]*(?:[lL]|_?[iu][0-9]+)?\)?$/.test(textAt(value));
const isGuess = (a: Node | null | undefined, b: Node | null | undefined, file: SourceFile): boolean =>
  a != null &&
  b != null &&
  ((isWhole(a) && semanticsOf(file).isAssignedId(b, file)) || (isWhole(b) && semanticsOf(file).isAssignedId(a, file)));
const areFirstTwo = ({ args, file }: Call): boolean => isGuess(args[0], args[1], file);
const asksForId = (sql: Node | undefined, file: SourceFile): boolean =>
  /\bwhere\b.*\bid\s*=\s*\d+/is.test(semanticsOf(file).textOf(sql, file) ?? '');

export const hardCodedId: Kind = {
  name: 'hard-coded-id',
  cause: { family: 'ordering', kind: 'victim' },
  severity: 'warning',
  where: 'tests',
  message: 'relies on an id that the database assigns',
  why: 'The counter goes on after other tests and after a rollback: the next id is a different one, or the row exists already.',
  languages: {
    python: row(
      'Use the id that was given: `order.id`, `answer.json()["id"]`.',
      nodesOf('comparison_operator', /\bid\b|\bpk\b/, (node) => {
        const [left, right] = node.namedChildren();
        return (
          nearest(node, ['assert_statement']) !== null &&
          left !== undefined &&
          right !== undefined &&
          isGuessInPython(left, right) &&
          isGiven(node)
        );
      }),
      calls(
        '*.assertEqual',
        ({ node, args }) =>
          args.length > 1 &&
          (isGuessInPython(args[0]!, args[1]!) || isGuessInPython(args[1]!, args[0]!)) &&
          isGiven(node),
      ),
      calls(
        '*.get',
        ({ node, name, args }) =>
          /objects\.get$/.test(name) &&
          [keyword(args, 'pk'), keyword(args, 'id')].some((id) => id?.is('integer')) &&
          isGiven(node),
      ),
      calls(
        '*.get *.put *.patch *.delete',
        ({ node, args }) => /^\/(?:[\w-]+\/)+[1-9]\d{0,2}\/?$/.test(literal(args[0]) ?? '') && isGiven(node),
      ),
    ),
    javascript: row(
      'Use the id that was returned: `const { id } = await create(…)`, and ask for that.',
      calls('*.toBe *.toEqual *.toStrictEqual *.equal *.eql', ({ node, args, file }) =>
        isGuess(expected(calledOn(node)), args[0], file),
      ),
      calls(
        'assert.equal assert.strictEqual assert/strict.equal assert/strict.strictEqual chai.assert.equal ?.is',
        areFirstTwo,
      ),
      nodesOf('await_expression', /\bid[ \n]*:[ \n]*[0-9]/, (node, file) => {
        const call = node.namedChildren()[0];
        if (!call?.is('call_expression') || calledOn(call) === null || !STORED.test(call.field('function')!.text()))
          return false;
        const first = call.field('arguments')?.namedChildren()[0];
        const data = fieldOf(first, /^data$/, file) ?? undefined;
        return isWhole(fieldOf(first, /^id$/, file) ?? fieldOf(data, /^id$/, file));
      }),
      nodesOf('string, template_string', INSERTS_ID, insertsNumber),
    ),
    java: row(
      'Use the id that was returned: `Long id = repository.save(user).getId()`, and ask for that.',
      calls('*.assertEquals', areFirstTwo),
      calls('*.isEqualTo', ({ node, args, file }) => {
        const that = node.field('object');
        return that !== null && calledName(that) === 'assertThat' && isGuess(argumentsOf(that)[0], args[0], file);
      }),
      calls('*.findById *.getById *.getOne *.getReferenceById *.deleteById', ({ node, args }) => {
        if (!isWhole(args[0])) return false;
        const saves = `\\b${quoted(rootOf(node.field('object')))}\\.(?:save|saveAndFlush|persist|insert|create)\\w*\\(`;
        const method = textAt(methodAround(node));
        const before = method.slice(0, method.indexOf(node.text()));
        return new RegExp(saves).test(before) && !/\bwhen\(|\bgiven\(|\bsetId\(/.test(method);
      }),
      nodesOf('string_literal', INSERTS_ID, insertsNumber),
    ),
    go: row(
      'Keep the id that the insert returns (`LastInsertId`, `RETURNING id`) and compare with that.',
      nodesOf('binary_expression', /[=!]= *\d|^\d+ *[=!]=/, (node, file) =>
        isGuess(node.field('left'), node.field('right'), file),
      ),
      calls('*.Equal *.EqualValues', ({ node, args, file }) => {
        const [a, b] = args.filter((argument) => argument.text() !== 't');
        return /^(?:assert|require|is)\./.test(calleeOf(node)) && isGuess(a, b, file);
      }),
      calls(
        '*.Query *.QueryRow *.QueryContext *.QueryRowContext *.Get *.Exec',
        (call) =>
          call.args.some((argument) => asksForId(argument, call.file)) &&
          usesDatabase(call.file) &&
          insertsWithoutId(call, '\\.Exec(?:Context)?$'),
      ),
    ),
    rust: row(
      'Keep the id that the insert returns (`last_insert_rowid()`, `RETURNING id`) and use that.',
      calls('assert_eqǃ', areFirstTwo),
      calls(
        '*.query_row *.prepare *.execute sqlx.query sqlx.query_as sqlx.query_scalar',
        (call) => asksForId(call.args[0], call.file) && insertsWithoutId(call, '(?:execute|query)$'),
      ),
      // A helper that makes up a row, in a file whose tests keep rows.
      nodesOf('field_initializer', /^\w+_id\s*:\s*(?:Some\()?[1-9]\d*(?:_?[iu]\d+)?\)?$/, (node, file) => {
        const scope = nearest(node, ['function_item']);
        const name = scope?.fieldText('name') ?? '';
        return (
          scope !== null &&
          file.dialect.test(scope) === null &&
          /^(?:\w+_)?(?:create|make|test|sample|fake|build|new)_/.test(name) &&
          DATABASE.test(file.text)
        );
      }),
    ),
    shell: row(
      'Use the id that was given: `shop show "$id"`.',
      nodesOf('test_command', /(?:id|ID)\b/, isGuessInShell),
      nodesOf('command', /^(?:test|assertEquals|assert_equal)\b[\s\S]*(?:id|ID)\b/, isGuessInShell),
    ),
  },
};

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
function isGiven(node: Node): boolean {
  const around = functionAround(node);
  if (around === null) return false;
  const before = pythonCallsIn(around).filter(({ start }) => start < node.start());
  if (!before.some(({ last }) => PYTHON_CREATES.test(last))) return false;
  const names = around.findAll('keyword_argument, pair', '^(?:id|pk) *=|^["\'](?:id|pk)["\']');
  return !names.some((one) => one.start() < node.start() && one.end() <= node.start());
}

/** A row was inserted before, and the database has numbered it. */
const insertsWithoutId = ({ node, file }: Call, executes: string): boolean =>
  callsIn(scopeOf(node, file), executes).some((call) => {
    const columns = /insert into \w+\s*\(([^)]*)\)/i.exec(call.text())?.[1];
    return columns !== undefined && !/\bid\b/i.test(columns) && isAfter(node, call) && file.isForTests(call);
  });

function isGuessInShell(node: Node, file: SourceFile): boolean {
  const text = node.text();
  const name = GUESS.exec(text)?.[1] ?? /^assert\w+\s+"?[1-9]\d{0,2}"?\s+"?\$\{?((?:\w+_)?id)\}?"?$/i.exec(text)?.[1];
  if (name === undefined) return false;
  const scope = scopeOf(node, file);
  const given = scope.findAll('variable_assignment').filter((one) => one.namedChildren()[0]?.text() === name);
  return given.some(
    (one) =>
      /\$\([^)]*\b(?:add|create|insert|register|new|post|save|store|sign-?up)/i.test(one.text()) &&
      !/\bid[= ]\d/i.test(one.text()),
  );
}
