import { ruleOf } from '../kinds.ts';
import { calls } from '../rule.ts';
import { areComparedExactly, isComputed, isInexact } from '../written-text.ts';

export const floatEquality = ruleOf('php', 'float-equality', {
  fix: 'Compare with a tolerance: `assertEqualsWithDelta(0.3, $sum, 1e-9)`, `toEqualWithDelta(0.3, 1e-9)`; or count in cents.',
  find: [
    calls(
      ['*.assertSame', '*.assertEquals'],
      ({ args, file }) => args.length >= 2 && areComparedExactly(args[0]!.text(), args[1]!.text(), file),
    ),
    calls(['*.toBe', '*.toEqual'], ({ node, args, file }) => {
      const subject = /^expect\((.*)\)$/s.exec(node.field('object')?.text() ?? '')?.[1];
      return subject !== undefined && args.length === 1 && isInexact(args[0]!.text()) && isComputed(subject, file);
    }),
  ],
  flags: [
    '<?php\nfinal class ATest extends TestCase { public function testA(): void { $this->assertSame(0.3, 0.1 + 0.2); } }\n',
    '<?php\nfinal class ATest extends TestCase { public function testA(): void { self::assertEquals(0.35, $stats->mean($values)); } }\n',
    "<?php\nit('sums', function () { expect($cart->total())->toBe(10.3); });\n",
    '<?php\nfinal class ATest extends TestCase { public function testA(): void { $total = $cart->total(); $this->assertSame(10.3, $total); } }\n',
  ],
  allows: [
    '<?php\nfinal class ATest extends TestCase { public function testA(): void { $this->assertEqualsWithDelta(0.3, 0.1 + 0.2, 1e-9); } }\n',
    '<?php\nfinal class ATest extends TestCase { public function testA(): void { $this->assertSame(0.25, $stats->mean($values)); } }\n',
    '<?php\nfinal class ATest extends TestCase { public function testA(): void { $this->assertSame(0.35, round($stats->mean($values), 2)); } }\n',
    "<?php\nfinal class ATest extends TestCase { public function testA(): void { $this->assertSame(0.1, (float) '0.1'); } }\n",
  ],
});
