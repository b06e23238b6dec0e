import { ruleOf } from '../kinds.ts';
import { hasReason } from '../reason-beside.ts';
import { nodes } from '../rule.ts';

export const disabledWithoutReason = ruleOf('csharp', 'disabled-without-reason', {
  fix: 'Say why: `[Fact(Skip = "waits for #12")]`, `[Ignore("…")]`, or a comment beside it; or take the test out.',
  find: [
    nodes(
      { rule: { kind: 'attribute', regex: '^(?:[A-Za-z.]*\\.)?(?:Ignore|Explicit)(?:\\([ ]*(?:"[ ]*")?[ ]*\\))?$' } },
      (node, file) =>
        /^(?:method|class)_declaration$/.test((node.parent()?.parent()?.kind() as string) ?? '') &&
        /\[\s*(?:\w+,\s*)*(?:Test\w*|Ignore|Explicit|DataTestMethod)/.test(node.parent()?.parent()?.text() ?? '') &&
        !hasReason(node, file),
    ),
    nodes(
      {
        rule: {
          kind: 'attribute',
          regex:
            '^(?:\\w*Fact|\\w*Theory)\\([^)]*Skip[ ]*=[ ]*"(?:[ ]*|[Ss]kip(?:ped)?|[Tt]odo|TODO|[Ii]gnored?|[Ff]laky|[Bb]roken)"',
        },
      },
      (node, file) => !hasReason(node, file),
    ),
    nodes(
      { rule: { kind: 'invocation_expression', regex: '^Assert\\.(?:Ignore|Inconclusive)\\([ ]*\\)$' } },
      (node, file) => node.parent()?.parent()?.parent()?.is('method_declaration') === true && !hasReason(node, file),
    ),
  ],
  flags: [
    'public class ATests {\n  [Test, Ignore("")]\n  public void A() { Assert.That(Ok()); }\n}\n',
    'public class ATests {\n  [TestMethod]\n  [Ignore]\n  public void A() { Assert.IsTrue(Ok()); }\n}\n',
    'public class ATests {\n  [Fact(Skip = "flaky")]\n  public void A() { Assert.True(Ok()); }\n}\n',
    'public class ATests {\n  [Test]\n  public void A() { Assert.Ignore(); Assert.That(Ok()); }\n}\n',
  ],
  allows: [
    'public class ATests {\n  [Fact(Skip = "no mail server in the sandbox (#41)")]\n  public void A() { Assert.True(Ok()); }\n}\n',
    'public class ATests {\n  // No mail server in the sandbox yet (#41).\n  [Test, Ignore("")]\n  public void A() { Assert.That(Ok()); }\n}\n',
    'class Row {\n  [Ignore]\n  public string Note { get; set; }\n}\n',
    'public class ATests {\n  [Test]\n  public void A() { if (!Online) Assert.Ignore(); Assert.That(Ok()); }\n}\n',
  ],
});
