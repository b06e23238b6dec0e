/** What counts as an assertion in the libraries of Java, and tests that make none. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { plainCode } from '../plain-code.ts';
import { quoted } from '../undone.ts';
import { annotationsOf, calledName } from './around.ts';

const ASSERTS = /^(?:assert|verify|expect|fail|should|andExpect|then$|isEqualTo|inOrder|check$)/;

export const isAssertion = (call: Node): boolean => ASSERTS.test(calledName(call));

export const assertionsIn = (node: Node): readonly Node[] => node.findAll('method_invocation').filter(isAssertion);

export const asserts = (node: Node): boolean => assertionsIn(node).length > 0 || node.find('assert_statement') !== null;

const TELLS =
  /assert|verify|expect|check|should|must|ensure|validate|match|throws|fail|approve|until|andExpect|^(?:then|inOrder)$|^test(?=[A-Z_])/i;
/** Asked first, because nearly every test has one. */
const SURELY = /\b(?:assert|verify|expect|fail)\w*\(/;
const RUNS_CHECKS = /^(?:untilAsserted|verifyComplete|expectComplete|andExpect|assertAll)$/;
const ASKS_NO_MORE =
  /(?:not|Not|never|Never|without|Without|no|No)_?(?:Throw|Fail|Crash|Error|Exception|throw|fail|crash)|contextLoads|smoke|Smoke|compiles/;

/** Seen without the tree, as most are. */
const SURELY_ASSERTS = /(?:^|[^\w$@])(?:assert[A-Z]\w*|assertThat|verify|fail)\(/;

function checks(body: Node, file: SourceFile, follow: boolean): boolean {
  // The author says that getting through is what is tested.
  if (
    /(?:blow up|not? (?:throw|fail|crash)|nothing to assert|no exception|no assert|does not throw)/i.test(body.text())
  )
    return true;
  if (SURELY_ASSERTS.test(plainCode(body.text(), 'java'))) return true;
  if (asserts(body) || body.find('throw_statement') !== null) return true;
  return body.findAll('method_invocation').some((call) => {
    const name = calledName(call);
    if (RUNS_CHECKS.test(name) || TELLS.test(name)) return true;
    return follow && call.field('object') === null && isOwnChecking(name, file);
  });
}

/** A method of this file that asserts. */
function isOwnChecking(name: string, file: SourceFile): boolean {
  const own = file.root.findAll({
    rule: { kind: 'method_declaration', has: { field: 'name', regex: `^${quoted(name)}$` } },
  });
  return own.some((method) => method.field('body') !== null && checks(method.field('body')!, file, false));
}

export function assertsNothing(node: Node, file: SourceFile): boolean {
  if (SURELY.test(node.text())) return false;
  const name = file.dialect.test(node);
  const annotations = annotationsOf(node);
  if (
    name === null ||
    ASKS_NO_MORE.test(name) ||
    annotations.some((text) =>
      /expected\s*=|S2699|^@(?:TestFactory|TestTemplate|Benchmark|ArchTest|Property)\b/.test(text),
    )
  )
    return false;
  const body = node.field('body');
  return body !== null && !checks(body, file, true);
}
