import { called } from '../../semantics/kotlin/called.ts';
import { becomesNameByText } from '../../semantics/name-by-text.ts';
import type { LanguageRule } from '../rule.ts';

export const kotlin: LanguageRule = {
  fix: 'Count instead (`AtomicLong.incrementAndGet()` with the fork’s number in front), or let `createTempDirectory()`, `@TempDir` or `UUID.randomUUID()` choose.',
  find: [
    called(
      [
        'java.lang.System.currentTimeMillis',
        'java.lang.System.nanoTime',
        'java.time.Instant.now',
        'java.time.LocalDateTime.now',
        'java.lang.ProcessHandle.current',
      ],
      ({ node, file }) => becomesNameByText(node, file),
    ),
  ],
};
