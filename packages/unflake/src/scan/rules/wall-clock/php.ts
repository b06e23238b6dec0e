import { created, functions } from '../../semantics/php/called.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const php: LanguageRule = {
  fix: 'Take a `Psr\\Clock\\ClockInterface` and ask it: `$clock->now()`; tests give a `MockClock`, or `Carbon::setTestNow(…)`.',
  find: [
    functions(['time', 'microtime']),
    functions(
      ['date', 'gmdate', 'getdate', 'localtime', 'idate'],
      ({ name, args }) => args.length < (/getdate|localtime/.test(name) ? 1 : 2),
    ),
    created(
      ['DateTime', 'DateTimeImmutable'],
      (args) => args.length === 0 || /^['"](?:now|today|tomorrow|yesterday|[+-]\d+ \w+)?['"]$/.test(args[0]!),
    ),
    calls(
      [
        'Carbon.Carbon.now',
        'Carbon.CarbonImmutable.now',
        'Illuminate.Support.Carbon.now',
        'Carbon.Carbon.today',
        'Carbon.CarbonImmutable.today',
      ],
      ({ file }) => !/setTestNow|travelTo|freezeTime/.test(file.text),
    ),
  ],
};
