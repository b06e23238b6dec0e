import { functions } from '../../semantics/php/called.ts';
import { isHopefulSleep } from '../../semantics/sleeping.ts';
import type { LanguageRule } from '../rule.ts';

export const php: LanguageRule = {
  fix: 'Wait for the condition itself, with a limit (`$process->waitUntil(…)`, a loop with a deadline); for time itself a `MockClock`, whose `sleep()` takes none.',
  find: [
    functions(['sleep', 'usleep', 'time_nanosleep'], ({ node, args, file }) =>
      isHopefulSleep(node, args.at(-1)?.text(), file),
    ),
  ],
};
