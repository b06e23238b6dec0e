import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';

export const hiddenRetry = ruleOf('csharp', 'hidden-retry', {
  message: 'runs a failing test again until it passes',
  fix: 'Take the retry away and diagnose the test; if it must wait, quarantine it by name with an owner and a date.',
  find: [
    nodes(
      {
        rule: {
          kind: 'attribute',
          regex: '^(?:[A-Za-z.]*\\.)?(?:Retry|RetryFact|RetryTheory|FlakyTest|Flaky)(?:Attribute)?\\b',
        },
      },
      (node) =>
        /^(?:method|class)_declaration$/.test((node.parent()?.parent()?.kind() as string) ?? '') &&
        !/Retry\(\s*1\s*\)/.test(node.text()),
    ),
  ],
  flags: [
    'public class ATests { [Test, Retry(3)] public void A() { Assert.That(Ok()); } }\n',
    'public class ATests { [RetryFact(MaxRetries = 3)] public void A() { Assert.True(Ok()); } }\n',
    '[Retry(2)]\npublic class ATests { [Test] public void A() { Assert.That(Ok()); } }\n',
    'public class ATests { [TestMethod] [Retry(5)] public void A() { Assert.IsTrue(Ok()); } }\n',
  ],
  allows: [
    'public class ATests { [Fact] public void Retries() { Assert.Equal(3, client.Retry(3)); } }\n',
    'public class ATests { [Test, Repeat(5)] public void A() { Assert.That(Ok()); } }\n',
    'class Options { [Range(0, 5)] public int Retry { get; set; } }\n',
    'public class ATests { [Test] public void A() { var policy = Policy.Retry(3); Assert.That(policy.Runs); } }\n',
  ],
});
