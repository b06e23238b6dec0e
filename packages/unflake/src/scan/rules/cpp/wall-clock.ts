import { ruleOf } from '../kinds.ts';
import { called } from './called.ts';

export const wallClock = ruleOf('cpp', 'wall-clock', {
  fix: 'Take the clock as a parameter or a template argument (`template <class Clock = std::chrono::system_clock>`); tests give one that stands still.',
  find: [
    called(['time', 'std.time'], ({ args }) => args.length === 1 && /^(?:NULL|nullptr|0|&\w+)$/.test(args[0]!.text())),
    called(['std.chrono.system_clock.now', 'absl.Now', 'gettimeofday', 'ftime']),
    called(['clock_gettime', 'timespec_get', 'std.timespec_get'], ({ args }) =>
      args.some((arg) => /CLOCK_REALTIME|TIME_UTC/.test(arg.text())),
    ),
  ],
  flags: [
    '#include <ctime>\nbool expired(time_t at) { return at < std::time(nullptr); }\n',
    'auto at = std::chrono::system_clock::now();\n',
    'using Clock = std::chrono::system_clock;\nauto at() { return Clock::now(); }\n',
    'void at(struct timespec* out) { clock_gettime(CLOCK_REALTIME, out); }\n',
    { file: 'src/log.c', text: '#include <time.h>\nlong stamp(void) { return (long) time(NULL); }\n' },
  ],
  allows: [
    'bool expired(time_t at, time_t now) { return at < now; }\n',
    'auto start = std::chrono::steady_clock::now();\n',
    'long took() { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_nsec; }\n',
    'int time(int* x) { return 0; }\nint a() { return time(nullptr); }\n',
    'long at(Clock& clock) { return clock.now(); }\n',
  ],
});
