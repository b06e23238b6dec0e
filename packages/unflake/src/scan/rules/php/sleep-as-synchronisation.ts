import { ruleOf } from '../kinds.ts';
import { isHopefulSleep } from '../sleeping.ts';
import { functions } from './called.ts';

export const sleepAsSynchronisation = ruleOf('php', 'sleep-as-synchronisation', {
  fix: 'Wait for the condition itself, with a limit (`$process->waitUntil(…)`, a loop with a deadline); for time itself a `MockClock`, whose `sleep()` takes none.',
  find: [
    functions(['sleep', 'usleep', 'time_nanosleep'], ({ node, args, file }) =>
      isHopefulSleep(node, args.at(-1)?.text(), file),
    ),
  ],
  flags: [
    '<?php\nfinal class ATest extends TestCase { public function testA(): void { $this->queue->push(1); sleep(1); $this->assertEmpty($this->queue); } }\n',
    "<?php\nit('runs', function () { start(); usleep(200000); expect(ready())->toBeTrue(); });\n",
    '<?php\nfinal class ATest extends TestCase { protected function setUp(): void { $this->server->start(); \\sleep(2); } }\n',
    '<?php\nfinal class ATest extends TestCase { const PAUSE = 3; public function testA(): void { go(); sleep(self::PAUSE); $this->assertTrue(done()); } }\n',
  ],
  allows: [
    '<?php\nfinal class ATest extends TestCase { public function testA(): void { while (!ready()) { usleep(1000); } $this->assertTrue(ready()); } }\n',
    { file: 'src/Retry.php', text: '<?php\nfunction backOff() { sleep(1); }\n' },
    '<?php\nfinal class ATest extends TestCase { public function testA(): void { $this->clock->sleep(5); $this->assertSame(5, $this->clock->now()); } }\n',
    '<?php\nfinal class ATest extends TestCase { private function pause(int $s): void { sleep($s); } }\n',
  ],
});
