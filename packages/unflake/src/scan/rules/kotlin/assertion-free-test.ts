import { assertsNothing } from '../asserts-nothing.ts';
import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';

export const assertionFreeTest = ruleOf('kotlin', 'assertion-free-test', {
  fix: 'Assert what should have happened; if “does not throw” is meant, say so: `assertDoesNotThrow { run() }`, `shouldNotThrowAny { run() }`.',
  find: [
    nodes({ rule: { kind: 'function_declaration', regex: '@[A-Za-z.]*Test\\b' } }, (node, file) => {
      const text = node.text();
      if (/expected\s*=|@(?:TestFactory|Disabled|Ignore)\b/.test(text)) return false;
      return assertsNothing(node, text.slice(text.search(/\bfun\b/)).replace(/^fun\s+(?:`[^`]*`|\w+)/, ''), file);
    }),
    nodes({ rule: { kind: 'call_expression', regex: '^(?:test|it|should|scenario|"[^"]*")' } }, (node, file) => {
      const text = node.text();
      return assertsNothing(node, text.slice(text.indexOf('{')), file);
    }),
  ],
  flags: [
    'class ATest { @Test fun saves() { repository.save(User("a")) } }\n',
    'class ATest { @Test fun starts() = runTest { app.start() } }\n',
    'class ATest { @Test fun empty() { } }\n',
    'class ASpec : FunSpec({ test("runs") { prepare("a") } })\n',
  ],
  allows: [
    'class ATest { @BeforeTest fun setUp() { service = mockk() } }\n',
    'class ATest { @Test fun digests() { test("SHA-1") { Sha1() } }\n private fun test(name: String, make: () -> Digest) { assertEquals(name, make().name) } }\n',
    'class ATest { @Test fun saves() { repository.save(user)\n verify { repository.save(user) } } }\n',
    'class ATest { @Test fun `does not throw`() { print(null) } }\n',
    'class ASpec : FunSpec({ test("adds") { sum() shouldBe 3 } })\n',
    'class ATest { @Test fun runs() { roundTrip("a") }\n private fun roundTrip(text: String) { assertEquals(text, decode(encode(text))) } }\n',
    'class ATest { @Test(expected = IOException::class) fun refuses() { load("missing") } }\n',
  ],
});
