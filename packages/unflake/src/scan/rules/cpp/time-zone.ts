import { ruleOf } from '../kinds.ts';
import { called } from './called.ts';

export const timeZone = ruleOf('cpp', 'time-zone', {
  fix: 'Reckon in UTC: `gmtime_r`, `timegm`, `std::chrono::zoned_time("Europe/Berlin", at)`; a test sets `TZ` and calls `tzset()`.',
  find: [
    called(
      [
        'localtime',
        'std.localtime',
        'localtime_r',
        'localtime_s',
        'mktime',
        'std.mktime',
        'ctime',
        'std.ctime',
        'std.chrono.current_zone',
      ],
      ({ args, name, file }) =>
        (args.length > 0 || name.endsWith('current_zone')) && !/\btzset\(\)|setenv\("TZ"/.test(file.text),
    ),
  ],
  flags: [
    'int hour(time_t at) { return std::localtime(&at)->tm_hour; }\n',
    { file: 'src/day.c', text: 'time_t start(struct tm* day) { return mktime(day); }\n' },
    'auto zone = std::chrono::current_zone();\n',
    'int hour(time_t at) { struct tm out; localtime_r(&at, &out); return out.tm_hour; }\n',
  ],
  allows: [
    'int hour(time_t at) { return std::gmtime(&at)->tm_hour; }\n',
    'TEST(Day, Starts) { setenv("TZ", "UTC", 1); tzset(); EXPECT_EQ(mktime(&day), 0); unsetenv("TZ"); }\n',
    'time_t start(struct tm* day) { return timegm(day); }\n',
    'struct Zone { int mktime() { return 0; } };\nint a(Zone z) { return z.mktime(); }\n',
  ],
});
