import { ruleOf } from '../kinds.ts';
import { calls } from '../rule.ts';

export const timeZone = ruleOf('ruby', 'time-zone', {
  fix: 'Say which zone: `Time.utc(2024, 1, 31)`, `Time.new(2024, 1, 31, 0, 0, 0, "+00:00")`, `Time.zone.parse(…)`, `Time.now.utc.to_date`.',
  find: [
    calls(['Time.local', 'Time.mktime']),
    calls(
      ['Time.parse', 'Time.strptime'],
      ({ args }) => args[0]?.is('string') === true && !/[+-]\d\d:?\d\d["']|Z["']|UTC|GMT/.test(args[0].text()),
    ),
    calls(
      ['Time.new'],
      ({ args }) => args.length > 2 && args.length < 7 && !args.some((arg) => /^in:|["'][+-]|UTC/.test(arg.text())),
    ),
    calls(['*.localtime', '*.getlocal'], ({ args }) => args.length === 0),
    calls(['Date.today'], ({ file }) => !/\b(?:Timecop\.|travel_to|freeze_time)/.test(file.text)),
  ],
  flags: [
    'start = Time.local(2024, 3, 31)\n',
    'at = Time.parse("2024-03-31 02:30")\n',
    'at = Time.new(2024, 3, 31, 12, 0, 0)\n',
    'def due?(day) = day < Date.today\n',
    'hour = at.localtime.hour\n',
  ],
  allows: [
    'start = Time.utc(2024, 3, 31)\n',
    'at = Time.parse("2024-03-31T02:30:00Z")\n',
    'at = Time.new(2024, 3, 31, 12, 0, 0, "+01:00")\n',
    'at = Time.zone.parse("2024-03-31 02:30")\n',
    'hour = at.localtime("+02:00").hour\n',
  ],
});
