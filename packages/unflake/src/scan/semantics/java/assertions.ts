/** What counts as an assertion in the libraries of Java. */
import type { Node } from '../../facts/source-file.ts';
import { calledName } from './around.ts';

const ASSERTS = /^(?:assert|verify|expect|fail|should|andExpect|then$|isEqualTo|inOrder|check$)/;

export const isAssertion = (call: Node): boolean => ASSERTS.test(calledName(call));

export const assertionsIn = (node: Node): readonly Node[] => node.findAll('method_invocation').filter(isAssertion);

export const asserts = (node: Node): boolean => assertionsIn(node).length > 0 || node.find('assert_statement') !== null;
