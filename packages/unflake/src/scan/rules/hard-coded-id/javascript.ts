import type { SourceFile } from '../../facts/source-file.ts';
import { calledOn } from '../../semantics/javascript/around.ts';
import { fieldOf, initialOf } from '../../semantics/javascript/constants.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const MAKES = /(?:^|\.)(?:create|insert|save|register|persist|add|store|post|signUp|place|upsert)\w*$/i;
const STORED = /(?:^|\.)(?:create|insert|save|upsert|insertOne|bulkCreate)$/;

export const javascript: LanguageRule = {
  fix: 'Use the id that was returned: `const { id } = await create(…)`, and ask for that.',
  find: [
    calls('*.toBe *.toEqual *.toStrictEqual *.equal *.eql', ({ node, args, file }) => {
      const subject = expected(calledOn(node));
      return subject !== null && isWhole(args[0]) && isFreshId(subject, file);
    }),
    calls(
      `assert.equal assert.strictEqual assert/strict.equal assert/strict.strictEqual chai.assert.equal ?.is`,
      ({ args, file }) =>
        args.length >= 2 &&
        ((isWhole(args[1]) && isFreshId(args[0]!, file)) || (isWhole(args[0]) && isFreshId(args[1]!, file))),
    ),
    nodesOf('await_expression', /\bid[ \n]*:[ \n]*[0-9]/, (node, file) => {
      const call = node.namedChildren()[0];
      if (!call?.is('call_expression') || calledOn(call) === null || !STORED.test(call.field('function')!.text()))
        return false;
      const first = call.field('arguments')?.namedChildren()[0];
      return isWhole(
        fieldOf(first, /^id$/, file) ?? fieldOf(fieldOf(first, /^data$/, file) ?? undefined, /^id$/, file) ?? undefined,
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
};

const isWhole = (node: Node | undefined): boolean => node !== undefined && /^\d[\d_]*$/.test(node.text());

function expected(on: Node | null): Node | null {
  for (let node: Node | null = on; node !== null; ) {
    if (node.is('call_expression') && node.field('function')?.text() === 'expect')
      return node.field('arguments')?.namedChildren()[0] ?? null;
    node = node.is('member_expression') ? node.field('object') : null;
  }
  return null;
}

/** `made.id`, `response.body.id`, where what holds it was made in this test and was not told which id to take. */
function isFreshId(node: Node, file: SourceFile): boolean {
  if (
    !node.is('member_expression') ||
    !/^(?:id|insertId|lastInsertRowid|lastID)$/.test(node.field('property')?.text() ?? '')
  )
    return false;
  const root = /^[\w$]+/.exec(node.text())?.[0];
  const holder = node.find({ rule: { kind: 'identifier', regex: `^${root}$` } });
  const value = holder === null ? undefined : initialOf(holder, file);
  if (!value?.is('call_expression')) return false;
  if (/\bid\s*[:,}]/.test(value.field('arguments')?.text() ?? '')) return false;
  return MAKES.test(value.field('function')?.text() ?? '') || /\.(?:post|run)\(/.test(value.text());
}
