import { namesSomething } from '../../semantics/becomes-a-name.ts';
import { called } from '../../semantics/cpp/called.ts';
import { becomesNameByText } from '../../semantics/name-by-text.ts';
import { textBefore } from '../../semantics/place.ts';
import type { LanguageRule } from '../rule.ts';

export const cpp: LanguageRule = {
  fix: 'Let `mkdtemp`, `mkstemp` or GoogleTest’s `testing::TempDir()` with the test’s name choose, or count with an `std::atomic<int>`.',
  find: [
    called(
      [
        'time',
        'std.time',
        'getpid',
        'std.chrono.system_clock.now',
        'std.chrono.steady_clock.now',
        'std.chrono.high_resolution_clock.now',
        'std.this_thread.get_id',
      ],
      ({ node, file }) => {
        const printed = /\bsn?printf\(\s*(\w+)[^;]*$/.exec(textBefore(node))?.[1];
        return printed === undefined ? becomesNameByText(node, file) : namesSomething(printed);
      },
    ),
  ],
};
