import { calleeOf } from '../../facts/dialects/kotlin.ts';
import { ruleOf } from '../kinds.ts';
import { hasReason } from '../reason-beside.ts';
import { nodes } from '../rule.ts';

export const disabledWithoutReason = ruleOf('kotlin', 'disabled-without-reason', {
  fix: 'Say why: `@Disabled("waits for #12")`, `@Ignore("…")`, Kotest’s `.config(enabledOrReasonIf = …)`, or a comment beside it; or take the test out.',
  find: [
    nodes(
      {
        rule: {
          kind: 'annotation',
          regex: '^@(?:[a-z.]*\\.)?(?:Disabled|Ignore|Ignored)(?:\\([ ]*(?:"[ ]*")?[ ]*\\))?$',
        },
      },
      (node, file) =>
        /^(?:function|class)_declaration$/.test((node.parent()?.parent()?.kind() as string) ?? '') &&
        !hasReason(node, file),
    ),
    nodes(
      { rule: { kind: 'call_expression', regex: '^x(?:test|it|describe|context|should|given|feature|scenario)\\(' } },
      (node, file) =>
        calleeOf(node)?.is('call_expression') === true && node.text().endsWith('}') && !hasReason(node, file),
    ),
    nodes(
      { rule: { kind: 'call_expression', regex: '\\.config\\([ ]*enabled[ ]*=[ ]*false' } },
      (node, file) => /\.config$/.test(calleeOf(node)?.text() ?? '') && !hasReason(node, file),
    ),
  ],
  flags: [
    'class ATest {\n  @Disabled\n  @Test fun a() { assertTrue(x()) }\n}\n',
    'class ATest {\n  @Test @Ignore fun a() { assertTrue(x()) }\n}\n',
    '@Disabled("")\nclass ATest {\n  @Test fun a() { assertTrue(x()) }\n}\n',
    'class ASpec : FunSpec({\n  xtest("adds") { sum() shouldBe 3 }\n})\n',
    'class ASpec : FunSpec({\n  test("adds").config(enabled = false) { sum() shouldBe 3 }\n})\n',
  ],
  allows: [
    'class ATest {\n  @Disabled("the sandbox has no mail server (#41)")\n  @Test fun a() { assertTrue(x()) }\n}\n',
    'class ATest {\n  // No mail server in the sandbox yet (#41).\n  @Ignore\n  @Test fun a() { assertTrue(x()) }\n}\n',
    'class ATest {\n  @Test @DisabledOnOs(OS.WINDOWS) fun a() { assertTrue(x()) }\n}\n',
    'class Row {\n  @Ignore\n  val note: String = ""\n}\n',
  ],
});
