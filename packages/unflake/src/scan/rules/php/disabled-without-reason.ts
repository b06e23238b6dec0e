import type { Node } from '../../syntax/parser.ts';
import { ruleOf } from '../kinds.ts';
import { hasReason } from '../reason-beside.ts';
import { calls } from '../rule.ts';

export const disabledWithoutReason = ruleOf('php', 'disabled-without-reason', {
  fix: 'Say why: `$this->markTestSkipped("waits for #12")`, Pest’s `->skip("why")`, or a comment beside it; or take the test out.',
  find: [
    calls(
      ['*.markTestSkipped', '*.markTestIncomplete'],
      ({ node, args, file }) =>
        (args.length === 0 || /^["']\s*["']$/.test(args[0]!.text())) && isAlone(node) && !hasReason(node, file),
    ),
    calls(['?.skip', '?.todo'], ({ node, args, file }) => args.length === 0 && isPest(node) && !hasReason(node, file)),
  ],
  flags: [
    '<?php\nfinal class ATest extends TestCase {\n  public function testA(): void { $this->markTestSkipped(); }\n}\n',
    "<?php\nfinal class ATest extends TestCase {\n  public function testA(): void { self::markTestIncomplete(''); }\n}\n",
    "<?php\nit('adds', function () { expect(1)->toBe(1); })->skip();\n",
    "<?php\ntest('adds', fn () => expect(1)->toBe(1))->todo();\n",
  ],
  allows: [
    "<?php\nfinal class ATest extends TestCase {\n  public function testA(): void { $this->markTestSkipped('no mail server in the sandbox (#41)'); }\n}\n",
    "<?php\nit('adds', function () { expect(1)->toBe(1); })->skip('waits for #12');\n",
    '<?php\nfinal class ATest extends TestCase {\n  public function testA(): void {\n    if (!extension_loaded("gd")) { $this->markTestSkipped(); }\n    $this->assertTrue(ok());\n  }\n}\n',
    '<?php\nfinal class ATest extends TestCase {\n  public function testA(): void { $this->assertSame(2, $this->reader->skip()); }\n}\n',
    "<?php\n// No mail server in the sandbox yet (#41).\nit('adds', function () { expect(1)->toBe(1); })->skip();\n",
  ],
});

/** A statement of the test itself, that nothing decides about. */
const isAlone = (node: Node): boolean => node.parent()?.parent()?.parent()?.is('method_declaration') === true;

const isPest = (node: Node): boolean => /^(?:it|test|describe)\s*\(/.test(node.field('object')?.text() ?? '');
