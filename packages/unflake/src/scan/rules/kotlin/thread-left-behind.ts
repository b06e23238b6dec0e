import { ruleOf } from '../kinds.ts';
import { heldName, isHandedOn, isLetGo, producer, sharedText, statementOf } from '../place.ts';
import { called, wholeCall } from './called.ts';

const ENDS =
  'join|joinAll|shutdown|shutdownNow|close|use|interrupt|forEach|cancel|await|awaitTermination|destroy|destroyForcibly|waitFor|onEach|map';

export const threadLeftBehind = ruleOf('kotlin', 'thread-left-behind', {
  fix: 'End it where failures pass too: `executor.use { … }`, `thread.join()`, `scope.cancel()` in `@AfterEach`, `process.destroy()`.',
  find: [
    called(
      [
        'kotlin.concurrent.thread',
        'java.lang.Thread',
        'java.lang.Thread.startVirtualThread',
        ...[
          'newFixedThreadPool',
          'newSingleThreadExecutor',
          'newCachedThreadPool',
          'newScheduledThreadPool',
          'newSingleThreadScheduledExecutor',
          'newVirtualThreadPerTaskExecutor',
        ].map((one) => `java.util.concurrent.Executors.${one}`),
        'kotlinx.coroutines.GlobalScope.launch',
        'kotlinx.coroutines.newSingleThreadContext',
        'kotlinx.coroutines.newFixedThreadPoolContext',
      ],
      ({ node: call, name, args, file }) => {
        if (args.some((arg) => /^isDaemon\s*=\s*true|^start\s*=\s*false/.test(arg.text()))) return false;
        const node = producer(wholeCall(call));
        const statement = statementOf(node).text();
        if (new RegExp(`[)}]\\s*\\.(?:${ENDS})\\b`).test(statement)) return false;
        // One that tells when it is done is waited for by that.
        if (/\b(?:countDown|complete\w*|release)\(/.test(node.text())) return false;
        const holder = heldName(node);
        if (name === 'java.lang.Thread' && !/\.start\(\)/.test(holder === null ? statement : sharedText(node, file)))
          return false;
        if (holder === null)
          return (
            statementOf(node).parent()?.is('statements') === true &&
            /^(?:thread|Thread|GlobalScope|Executors|kotlin)/.test(statement)
          );
        return (
          !isHandedOn(holder, node, file) &&
          !isLetGo(holder, ENDS, node, file) &&
          !new RegExp(`joinAll\\([^)]*\\b${holder}\\b|add\\(${holder}\\)|\\+=\\s*${holder}\\b`).test(
            sharedText(node, file),
          )
        );
      },
    ),
  ],
  flags: [
    'import kotlin.concurrent.thread\nclass ATest { @Test fun a() { thread { server.run() }\n assertTrue(server.isUp) } }\n',
    'import java.util.concurrent.Executors\nclass ATest { private val pool = Executors.newFixedThreadPool(2)\n @Test fun a() { pool.submit(job)\n assertTrue(ok()) } }\n',
    'class ATest { @Test fun a() { Thread { work() }.start()\n assertTrue(ok()) } }\n',
    'import kotlinx.coroutines.*\nclass ATest { @Test fun a() { GlobalScope.launch { work() }\n assertTrue(ok()) } }\n',
  ],
  allows: [
    'import kotlin.concurrent.thread\nclass ATest { @Test fun a() { val done = CountDownLatch(1)\n thread { work()\n done.countDown() }\n done.await()\n assertTrue(ok()) } }\n',
    'import kotlin.concurrent.thread\nclass ATest { @Test fun a() { val t = thread { work() }\n t.join()\n assertTrue(ok()) } }\n',
    'import java.util.concurrent.Executors\nclass ATest { private val pool = Executors.newFixedThreadPool(2)\n @AfterEach fun down() { pool.shutdownNow() } }\n',
    'import kotlin.concurrent.thread\nclass ATest { @Test fun a() { val all = (1..3).map { thread { work() } }\n all.forEach { it.join() }\n assertTrue(ok()) } }\n',
    'import kotlin.concurrent.thread\nclass ATest { @Test fun a() { thread { work() }.join()\n assertTrue(ok()) } }\n',
    { file: 'src/main/kotlin/Pool.kt', text: 'import kotlin.concurrent.thread\nfun start() { thread { work() } }\n' },
  ],
});
