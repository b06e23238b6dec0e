import { called, wholeCall } from '../../semantics/kotlin/called.ts';
import { heldName, isHandedOn, isLetGo, producer, sharedText, statementOf } from '../../semantics/place.ts';
import type { LanguageRule } from '../rule.ts';

const ENDS =
  'join|joinAll|shutdown|shutdownNow|close|use|interrupt|forEach|cancel|await|awaitTermination|destroy|destroyForcibly|waitFor|onEach|map';

export const kotlin: LanguageRule = {
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
};
