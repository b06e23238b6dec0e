import { called } from '../../semantics/cpp/called.ts';
import type { LanguageRule } from '../rule.ts';

export const cpp: LanguageRule = {
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
};
