/** What counts as an assertion in the runners and libraries of JavaScript. */
import type { Node } from '../../facts/source-file.ts';

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
