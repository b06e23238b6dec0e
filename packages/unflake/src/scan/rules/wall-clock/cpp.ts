import { called } from '../../semantics/cpp/called.ts';
import type { LanguageRule } from '../rule.ts';

export const cpp: LanguageRule = {
  fix: 'Take the clock as a parameter or a template argument (`template <class Clock = std::chrono::system_clock>`); tests give one that stands still.',
  find: [
    called(['time', 'std.time'], ({ args }) => args.length === 1 && /^(?:NULL|nullptr|0|&\w+)$/.test(args[0]!.text())),
    called(['std.chrono.system_clock.now', 'absl.Now', 'gettimeofday', 'ftime']),
    called(['clock_gettime', 'timespec_get', 'std.timespec_get'], ({ args }) =>
      args.some((arg) => /CLOCK_REALTIME|TIME_UTC/.test(arg.text())),
    ),
  ],
};
