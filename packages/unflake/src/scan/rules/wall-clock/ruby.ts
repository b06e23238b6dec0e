import { isFrozen } from '../../semantics/ruby/frozen.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const ruby: LanguageRule = {
  fix: 'Take the clock as an argument (`clock: Time`), and in tests freeze it: `travel_to(Time.utc(2024, 1, 31))`, `Timecop.freeze`.',
  find: [
    calls(
      [
        'Time.now',
        'Time.current',
        'Time.zone.now',
        'Time.zone.today',
        'Date.today',
        'Date.current',
        'DateTime.now',
        'DateTime.current',
      ],
      ({ file }) => !isFrozen(file),
    ),
    calls(['Time.new'], ({ args, file }) => args.length === 0 && !isFrozen(file)),
    calls(['Process.clock_gettime'], ({ args }) => /CLOCK_REALTIME/.test(args[0]?.text() ?? '')),
  ],
};
