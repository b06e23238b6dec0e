/** Tests of Python that can hardly fail. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { plainCode } from '../plain-code.ts';
import { decoratorsOf, parametersOf } from './around.ts';
import { assertsSomewhere } from './assertions.ts';
import { callsIn } from './calls-in.ts';

const SURELY_ASSERTS = /^\s*assert\b|\bself\.(?:assert\w+|fail\w*)\(/m;

/** Where no text or comment can be around the place, nothing has to be taken out of the code first. */
function surelyAsserts(code: string): boolean {
  const at = SURELY_ASSERTS.exec(code)?.index;
  if (at === undefined) return false;
  const before = code.slice(0, at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (!/["'#]/.test(line) && !/"""|'''|\\\r?\n/.test(before)) return true;
  return SURELY_ASSERTS.test(plainCode(code, 'python'));
}

export function assertsNothing(test: Node, file: SourceFile): boolean {
  // The cheapest question first: most tests hold one that can be seen without the tree.
  if (!file.isTestFile || surelyAsserts(test.text())) return false;
  if (assertsSomewhere(test, file) || file.dialect.test(test) === null) return false;
  if (decoratorsOf(test).some((text) => /skip|xfail|benchmark|expectedFailure|raises/.test(text))) return false;
  if (parametersOf(test).some((name) => /benchmark|snapshot/.test(name))) return false;
  // A test that skips itself, or runs others, says what it is for.
  return !callsIn(test).some(({ last }) => /^(?:skip|skipTest|xfail|importorskip|runpytest)$/.test(last));
}
