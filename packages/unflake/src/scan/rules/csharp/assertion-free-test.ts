import { assertsNothing } from '../asserts-nothing.ts';
import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';

export const assertionFreeTest = ruleOf('csharp', 'assertion-free-test', {
  fix: 'Assert what should have happened; if “does not throw” is meant, say so: `Assert.DoesNotThrow(() => Run())`, `Record.Exception(…)`.',
  find: [
    nodes({ rule: { kind: 'method_declaration', regex: '^\\[' } }, (node, file) => {
      const head = node.text().split('{', 1)[0]!;
      if (/ExpectedException|ExpectedResult|Skip\s*=|\[(?:\w+,\s*)*Ignore|Benchmark/.test(head)) return false;
      const body = node.field('body');
      // One expression hands the test on to somebody else.
      return body?.is('block') === true && assertsNothing(node, body.text(), file);
    }),
  ],
  flags: [
    'public class ATests { [Fact] public void Saves() { repository.Save(new User("a")); } }\n',
    'public class ATests { [Test] public async Task Starts() { await app.StartAsync(); } }\n',
    'public class ATests { [TestMethod] public void Empty() { } }\n',
    'public class ATests { [Fact] public void Runs() { Prepare("a"); } void Prepare(string name) { app.Start(name); } }\n',
  ],
  allows: [
    'public class ATests { [Fact] public void Enums() => Common.TestEnums(connection); }\n',
    'public class ATests { [Fact] public async Task Disposes() { await pipeline.DisposeAsync(); await inner.Received(1).DisposeAsync(); } }\n',
    'public class ATests { [Fact] public void Saves() { repository.Save(user); mock.Verify(m => m.Save(user)); } }\n',
    'public class ATests { [Test] public void DoesNotThrow() { Print(null); } }\n',
    'public class ATests { [Fact] public void Adds() { sum.Should().Be(3); } }\n',
    'public class ATests { [Fact] public void Runs() { RoundTrip("a"); } void RoundTrip(string text) { Assert.Equal(text, Decode(Encode(text))); } }\n',
    'public class ATests { [TestCase(1, ExpectedResult = 2)] public int Adds(int n) { return n + 1; } }\n',
  ],
});
