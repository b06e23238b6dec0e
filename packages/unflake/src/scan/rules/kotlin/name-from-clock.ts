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
  flags: [
    'val dbName = "test_${System.currentTimeMillis()}"\n',
    'fun queueName(): String { return "jobs-" + System.nanoTime() }\n',
    'import java.io.File\nval dir = File(root, "run-" + System.currentTimeMillis())\n',
    'fun open() {\n  val now = System.nanoTime()\n  val path = "out-$now.txt"\n  write(path)\n}\n',
  ],
  allows: [
    'val startedAt = System.currentTimeMillis()\n',
    'import java.util.UUID\nval dbName = "test_${UUID.randomUUID()}"\n',
    'fun log() { println("took ${System.nanoTime() - start}") }\n',
    'val user = User(name = "a", seenAt = System.currentTimeMillis())\n',
  ],
});
