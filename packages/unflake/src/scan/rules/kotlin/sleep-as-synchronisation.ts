import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { ruleOf } from '../kinds.ts';
import { functionText } from '../place.ts';
import { isHopefulSleep } from '../sleeping.ts';
import { called } from './called.ts';

export const sleepAsSynchronisation = ruleOf('kotlin', 'sleep-as-synchronisation', {
  fix: 'Wait for the condition itself, with a limit: `latch.await(10, SECONDS)`, `eventually(5.seconds) { … }`, `await().until { … }`; in coroutines `job.join()` or virtual time with `runTest`.',
  find: [
    called(
      [
        'java.lang.Thread.sleep',
        'java.util.concurrent.TimeUnit.SECONDS.sleep',
        'java.util.concurrent.TimeUnit.MILLISECONDS.sleep',
      ],
      ({ node, args, file }) => isHopefulSleep(node, args[0]?.text(), file),
    ),
    called(
      ['kotlinx.coroutines.delay'],
      ({ node, args, file }) => isHopefulSleep(node, args[0]?.text(), file) && !isVirtual(node, file),
    ),
  ],
  flags: [
    'class ATest { @Test fun a() { queue.add("x")\n Thread.sleep(500)\n assertEquals(1, seen.size) } }\n',
    'import kotlinx.coroutines.*\nclass ATest { @Test fun a() = runBlocking { start()\n delay(200)\n assertTrue(ready()) } }\n',
    'import java.util.concurrent.TimeUnit\nclass ATest { @Test fun a() { go()\n TimeUnit.SECONDS.sleep(2)\n assertTrue(done()) } }\n',
    'class ASpec : FunSpec({\n  test("runs") { start()\n    Thread.sleep(100)\n    done() shouldBe true }\n})\n',
  ],
  allows: [
    'class ATest { @Test fun a() { while (!ready()) { Thread.sleep(10) }\n assertTrue(ready()) } }\n',
    'import kotlinx.coroutines.*\nclass ATest { @Test fun a() = runTest { delay(1000)\n assertTrue(ready()) } }\n',
    'class ATest { @Test fun a() { val t = thread { Thread.sleep(50) }\n t.join()\n assertTrue(ready()) } }\n',
    { file: 'src/main/kotlin/Retry.kt', text: 'fun backOff() { Thread.sleep(100) }\n' },
    'class ATest { private fun pause(ms: Long) { Thread.sleep(ms) } }\n',
  ],
});

/** Under a test's scheduler time passes by itself. */
const isVirtual = (node: Node, file: SourceFile): boolean =>
  /\brun(?:Blocking)?Test\b|TestScope|StandardTestDispatcher/.test(functionText(node, file));
