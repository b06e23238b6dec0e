import { called } from '../../semantics/cpp/called.ts';
import { isHopefulSleep } from '../../semantics/sleeping.ts';
import type { LanguageRule } from '../rule.ts';

export const cpp: LanguageRule = {
  fix: 'Wait for the condition itself, with a limit: `cv.wait_for(lock, 10s, ready)`, `future.wait_for(10s)`, `latch.wait()`, `thread.join()`.',
  find: [
    called(
      [
        'std.this_thread.sleep_for',
        'sleep',
        'usleep',
        'Sleep',
        'nanosleep',
        'absl.SleepFor',
        'boost.this_thread.sleep_for',
        'QTest.qWait',
        'QTest.qSleep',
      ],
      ({ node, args, file }) => isHopefulSleep(node, args[0]?.text(), file),
    ),
  ],
};
