/** What counts as an assertion in the runners and libraries of JavaScript, and tests that make none. */

import { mayBeBound } from '../../facts/may-be-bound.ts';
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { textAt } from '../../syntax/node.ts';
import { plainCode } from '../plain-code.ts';
import { quoted } from '../undone.ts';
import { calledName, isFunction } from './around.ts';

/** The first name in what is called, or a later one that says so. */
const ASSERTS =
  /^(?:expect|assert|should|chai|verify|expectTypeOf|assertType)\b|^(?:t|tap|assert)\.(?:is|not|ok|notOk|equal|deepEqual|same|match|throws|rejects|true|false|truthy|falsy|like|snapshot|strictEqual|pass|fail|assert|regex)\w*\b|\.(?:should|expect|to)\b|\bassert\w*\s*$|\bexpect\w*\s*$/s;

export const isAssertion = (call: Node): boolean => ASSERTS.test(call.fieldText('function'));

export const assertionsIn = (node: Node): readonly Node[] =>
  node.findAll('call_expression', 'expect|assert|should|verify|chai|\\bt(?:ap)?\\.').filter(isAssertion);

/** What `expect(…)` was given. */
export function expected(on: Node | null): Node | null {
  for (let node: Node | null = on; node !== null; ) {
    if (node.is('call_expression') && node.field('function')?.text() === 'expect')
      return node.field('arguments')?.namedChildren()[0] ?? null;
    node = node.is('member_expression') ? node.field('object') : null;
  }
  return null;
}

/** A helper of such a name asserts, or throws. */
const TELLS =
  /assert|expect|verify|check|should|must|ensure|snapshot|validate|match|throws|fail|until|reject|^(?:cy|fc|nock|done|getBy|findBy|getAllBy|waitFor|toPass|isDone|plan|ok|equal|deepEqual|is)$|^(?:getBy|findBy|getAllBy|findAllBy|waitFor)/i;
/** Asked first, because nearly every test has one. */
const SURELY = /\b(?:expect|assert)\w*\s*[.(]/;
const ASKS_NO_MORE =
  /\b(?:not|n't|never|without|no)\b.*\b(?:throw|crash|fail|reject|error|hang|warn|explode|blow)|\b(?:smoke|compiles|type-?checks|does nothing|throws? nothing|renders without)\b/i;

/** The runner waits for the call: that it comes is what is tested. */
const takesDone = (body: Node): boolean =>
  /^\(?\s*(?:done|cb|callback|next|end)\b/.test(textAt(body.field('parameters') ?? body.field('parameter')));

/** Seen without the tree, as most are. */
const SURELY_ASSERTS = /(?:^|[^\w$.])(?:expect|assert)(?:\.\w+)*\(/;

function asserts(body: Node, file: SourceFile, follow: boolean): boolean {
  if (SURELY_ASSERTS.test(plainCode(body.text(), 'javascript'))) return true;
  if (assertionsIn(body).length > 0 || body.find('throw_statement') !== null) return true;
  if (body.find('member_expression', '\\.should\\b') !== null) return true;
  return body.findAll('call_expression, identifier').some((node) => {
    if (node.is('identifier')) {
      if (!node.parent()?.is('arguments')) return false;
      return /^(?:reject|fail)$/.test(node.text()) || (follow && isOwnAsserting(node.text(), file));
    }
    return (
      TELLS.test(calledName(node)) || /^cy\./.test(node.text()) || (follow && isOwnAsserting(calledName(node), file))
    );
  });
}

/** A function of this file that asserts. */
function isOwnAsserting(name: string, file: SourceFile): boolean {
  if (!/^[\w$]+$/.test(name) || !mayBeBound(name, file.text)) return false;
  const regex = `^${quoted(name)}$`;
  const own = file.root.find({
    rule: {
      any: [
        { kind: 'function_declaration', has: { field: 'name', regex } },
        {
          kind: 'variable_declarator',
          all: [
            { has: { field: 'name', regex } },
            { has: { field: 'value', kind: 'arrow_function, function_expression' } },
          ],
        },
      ],
    },
  });
  return own !== null && asserts(own, file, false);
}

export function assertsNothing(node: Node, file: SourceFile): boolean {
  if (SURELY.test(node.text())) return false;
  const title = file.dialect.test(node);
  if (
    title === null ||
    ASKS_NO_MORE.test(title) ||
    (/\.(?:skip|todo|each|for)\b/.test(node.fieldText('function')) && /todo/.test(node.field('function')!.text()))
  )
    return false;
  // A function of another name that takes the rest: the runner calls it, and we do not know it.
  if (node.field('arguments')?.namedChildren()[1]?.is('identifier')) return false;
  const body = node.field('arguments')?.namedChildren().findLast(isFunction);
  return body !== undefined && !takesDone(body) && !asserts(body, file, true);
}
