import type { Node } from '../../syntax/parser.ts';
import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';

export const hiddenRetry = ruleOf('php', 'hidden-retry', {
  message: 'runs a failing test again until it passes',
  fix: 'Take the retry away and diagnose the test; if it must wait, quarantine it by name with an owner and a date.',
  find: [
    nodes(
      { rule: { kind: 'comment', regex: '@(?:retryAttempts|retryForSeconds|retry|flaky)\\b' } },
      (node) => /^\/\*\*/.test(node.text()) && isOfDeclaration(node),
    ),
    nodes({ rule: { kind: 'attribute', regex: '^(?:\\w+\\\\)*(?:Retry|RetryAttempts|Flaky)\\b' } }),
    nodes({
      rule: { kind: 'use_declaration', regex: '^use (?:\\w+\\\\)*(?:RetryTrait|RetryAnnotationTrait|Retries\\w*);$' },
    }),
  ],
  flags: [
    '<?php\nfinal class ATest extends TestCase {\n  /** @retryAttempts 2 */\n  public function testA(): void { $this->assertTrue(ok()); }\n}\n',
    '<?php\nfinal class ATest extends TestCase {\n  #[Retry(3)]\n  public function testA(): void { $this->assertTrue(ok()); }\n}\n',
    '<?php\nfinal class ATest extends TestCase {\n  use RetryTrait;\n  public function testA(): void { $this->assertTrue(ok()); }\n}\n',
    '<?php\n/** @flaky */\nfinal class ATest extends TestCase {\n  public function testA(): void { $this->assertTrue(ok()); }\n}\n',
  ],
  allows: [
    '<?php\nfinal class ATest extends TestCase {\n  public function testRetry(): void { $this->assertSame(3, $this->client->retry(3)); }\n}\n',
    '<?php\nfinal class ATest extends TestCase {\n  /** Asks again, as @see retry says. */\n  public function testA(): void { $this->assertTrue(ok()); }\n}\n',
    '<?php\nfinal class ATest extends TestCase {\n  use MocksTrait;\n  public function testA(): void { $this->assertTrue(ok()); }\n}\n',
    '<?php\nfinal class ATest extends TestCase {\n  #[Group("retry")]\n  public function testA(): void { $this->assertTrue(ok()); }\n}\n',
  ],
});

/** Other comments may stand between. */
function isOfDeclaration(comment: Node): boolean {
  let next = comment.next();
  while (next?.is('comment') === true) next = next.next();
  return /_declaration$/.test((next?.kind() as string) ?? '');
}
