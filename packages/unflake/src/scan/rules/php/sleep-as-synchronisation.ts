import { ruleOf } from '../kinds.ts';
import { isHopefulSleep } from '../sleeping.ts';
import { functions } from './called.ts';

export const sleepAsSynchronisation = ruleOf('php', 'sleep-as-synchronisation', {
  fix: 'Wait for the condition itself, with a limit (`$process->waitUntil(…)`, a loop with a deadline); for time itself a `MockClock`, whose `sleep()` takes none.',
  find: [
    functions(['sleep', 'usleep', 'time_nanosleep'], ({ node, args, file }) =>
      isHopefulSleep(node, args.at(-1)?.text(), file),
    ),
  ],
});
