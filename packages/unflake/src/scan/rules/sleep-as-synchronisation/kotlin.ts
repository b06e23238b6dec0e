import type { SourceFile } from '../../facts/source-file.ts';
import { called } from '../../semantics/kotlin/called.ts';
import { functionText } from '../../semantics/place.ts';
import { isHopefulSleep } from '../../semantics/sleeping.ts';
import type { Node } from '../../syntax/parser.ts';
import type { LanguageRule } from '../rule.ts';

export const kotlin: LanguageRule = {
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
};

/** Under a test's scheduler time passes by itself. */
const isVirtual = (node: Node, file: SourceFile): boolean =>
  /\brun(?:Blocking)?Test\b|TestScope|StandardTestDispatcher/.test(functionText(node, file));
