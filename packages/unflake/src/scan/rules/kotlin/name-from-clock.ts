import { ruleOf } from '../kinds.ts';
import { becomesNameByText } from '../name-by-text.ts';
import { called } from './called.ts';

export const nameFromClock = ruleOf('kotlin', 'name-from-clock', {
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
});
