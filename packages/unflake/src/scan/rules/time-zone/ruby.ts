import { calls, type LanguageRule } from '../rule.ts';

export const ruby: LanguageRule = {
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
};
